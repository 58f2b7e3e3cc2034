// Computer players as they are asked for: `veteran`, `veteran:bold`, `veteran:bold@200ms`.

export interface ComputerName {
  level: string;
  /** What it cares about more than usual; nothing for the usual. */
  character: string | null;
  /** How long it thinks; nothing for the usual. */
  time: string | null;
}

export function readComputer(name: string): ComputerName {
  const [who = '', time = null] = name.split('@');
  const [level = '', character = null] = who.split(':');
  return { level, character, time };
}

/** How a computer is asked for; `usual` is the character that needs no word. */
export const askComputer = (level: string, character: string | null, usual: string | null = null): string =>
  character === null || character === usual ? level : `${level}:${character}`;

/** What a computer is called: `bold veteran`. */
export function computerWords(name: string): string {
  const { level, character, time } = readComputer(name);
  return `${character === null ? '' : `${character} `}${level}${time === null ? '' : ` (${time})`}`;
}
