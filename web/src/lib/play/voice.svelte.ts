// What is said aloud to those who listen to the page instead of looking at it.

const BATCH = 150;

export class Voice {
  /** Said when there is a pause. */
  polite = $state('');
  /** Said at once. */
  urgent = $state('');
  #lines: string[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #odd = false;

  /** Lines that come in quick succession are said together. */
  say(...lines: string[]): void {
    this.#lines.push(...lines.filter((line) => line !== ''));
    this.#timer ??= setTimeout(() => this.#speak(), BATCH);
  }

  alert(line: string): void {
    this.urgent = this.#fresh(line);
  }

  #speak(): void {
    this.#timer = null;
    this.polite = this.#fresh(this.#lines.join('. ').replace(/([.?!])\./g, '$1'));
    this.#lines = [];
  }

  /** The same words twice are said twice only if they differ, so every other time has an invisible mark. */
  #fresh(line: string): string {
    this.#odd = !this.#odd;
    return this.#odd ? line : `${line}\u200b`;
  }
}
