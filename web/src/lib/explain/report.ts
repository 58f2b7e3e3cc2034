// A match in words, to be kept: the log as plain text, and a battle report in Markdown.

import type { Roll, SideId, Told, View } from '../protocol';
import { plural, sideName } from './format';
import { Cast, type Line, understand } from './lines';
import { luckOf, luckSentence } from './luck';

export type Names = (side: SideId) => string;

/** A roll in one line: `[6] 3→2 [5] = 11`; dice that count stand in brackets. */
export function rollText(roll: Roll): string {
  const dice = roll.dice.map((die) => {
    const face = die.was === null ? `${die.face}` : `${die.was}→${die.face}`;
    return die.kept ? `[${face}]` : face;
  });
  const terms = roll.terms.map((term) => `${term.amount} ${term.reason}`).join(', ');
  const came = roll.counts ? plural(roll.total, 'success', 'successes') : `${roll.total}`;
  return `${terms === '' ? '' : `${terms}: `}${dice.join(' ')} = ${came}`;
}

const whole = (line: Line): string =>
  line.event.deed.deed === 'rolled' ? `${line.text}: ${rollText(line.event.deed)}` : line.text;

/** Lines of a log as plain text, headings set off by a blank line. */
export function logText(lines: readonly Line[]): string {
  return lines
    .map((line) => (line.sort === 'heading' ? `\n${line.text.toUpperCase()}` : `${whole(line)}${cited(line)}`))
    .join('\n')
    .trim();
}

const cited = (line: Line): string => (line.event.clause === null ? '' : ` (${line.event.clause})`);

/** The whole match as a report in Markdown. */
export function battleReport(log: readonly Told[], view: View, names: Names, title = 'Battle report'): string {
  const cast = new Cast(view);
  const lines = log.map((told, index) => understand(told, index, cast));
  const sections = [
    `# ${title}`, sidesPart(view, names), outcomePart(view, names), lossesPart(lines, view, names),
    luckPart(log, view, names), storyPart(lines),
  ];
  return `${sections.filter((part) => part !== '').join('\n\n')}\n`;
}

function sidesPart(view: View, names: Names): string {
  return view.sides
    .map(({ side, name, standing }) => `- **${names(side)}**: ${name}${standing === '' ? '' : ` (${standing})`}`)
    .join('\n');
}

function outcomePart({ outcome, phase }: View, names: Names): string {
  if (outcome === null) return `Not over yet: ${phase}.`;
  const winner = outcome.winner === null ? 'A draw' : `**${names(outcome.winner)} won**`;
  return `${winner}: ${outcome.reason}.`;
}

function lossesPart(lines: Line[], view: View, names: Names): string {
  const losses = lines.filter((line) => line.sort === 'loss');
  if (losses.length === 0) return '## Losses\n\nNobody was lost.';
  const of = (side: SideId) => losses.filter((line) => line.side === side);
  const rows = view.sides.map(({ side }) => {
    const texts = of(side).map((line) => line.text);
    return `- **${names(side)}**: ${texts.length === 0 ? 'none' : texts.join('; ')}`;
  });
  return `## Losses\n\n${rows.join('\n')}`;
}

function luckPart(log: readonly Told[], view: View, names: Names): string {
  const rows = view.sides.map(({ side }) => `- ${luckSentence(luckOf(side, log), names(side) || sideName(side))}`);
  return `## Dice\n\n${rows.join('\n')}`;
}

function storyPart(lines: Line[]): string {
  const told: string[] = [];
  if (lines[0]?.sort !== 'heading') told.push('## Setting up\n');
  for (const line of lines) {
    if (line.sort === 'heading') told.push(`${told.length === 0 ? '' : '\n'}## ${line.text}\n`);
    else told.push(storyLine(line));
  }
  return told.join('\n');
}

function storyLine(line: Line): string {
  if (line.sort === 'dice') return `  - ${whole(line)}`;
  return line.sort === 'loss' || line.sort === 'end' ? `- **${line.text}**` : `- ${line.text}`;
}
