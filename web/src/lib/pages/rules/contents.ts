// Makes a table of contents and something to search from the reference of a game.

export interface Heading {
  id: string;
  text: string;
  /** Nought for chapters, one for what is within them. */
  depth: number;
}

export interface Passage {
  id: string;
  text: string;
}

export interface Book {
  html: string;
  headings: Heading[];
  passages: Passage[];
}

/** Headings get anchors; the title of the book is left to the page. */
export function bookOf(html: string): Book {
  const page = new DOMParser().parseFromString(html, 'text/html');
  page.querySelector('h1')?.remove();
  const headings = [...page.querySelectorAll<HTMLElement>('h2, h3')].map((heading, index): Heading => {
    heading.id ||= `part-${index + 1}`;
    return { id: heading.id, text: heading.textContent.trim(), depth: heading.tagName === 'H2' ? 0 : 1 };
  });
  for (const table of page.querySelectorAll('table')) scrollable(table);
  const passages = [...page.querySelectorAll<HTMLElement>('[id]')]
    .filter((element) => !/^H[1-6]$/.test(element.tagName))
    .map((element): Passage => ({ id: element.id, text: passageText(element) }));
  return { html: page.body.innerHTML, headings, passages };
}

/** An anchor may be the clause itself or a mark at its beginning. */
function passageText(element: HTMLElement): string {
  const own = element.textContent.trim();
  const whole = own.length > element.id.length + 4 ? own : (element.closest('li, p, td, tr')?.textContent.trim() ?? own);
  return whole.replace(/\s+/g, ' ');
}

/** Wide tables scroll by themselves, so that the page never does. */
function scrollable(table: HTMLTableElement): void {
  const box = table.ownerDocument.createElement('div');
  box.className = 'wide';
  box.tabIndex = 0;
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', 'Table');
  table.replaceWith(box);
  box.append(table);
}

/** Passages with every word that is sought. */
export function found(passages: Passage[], sought: string): Passage[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return passages.filter(({ id, text }) => words.every((word) => `${id} ${text}`.toLowerCase().includes(word)));
}

/** The part of a passage around the first word that is sought. */
export function excerpt({ id, text }: Passage, sought: string, length = 110): string {
  const body = text.startsWith(id) ? text.slice(id.length).trim() : text;
  const first = sought.toLowerCase().split(/\s+/).find(Boolean) ?? '';
  const at = Math.max(body.toLowerCase().indexOf(first), 0);
  const from = at < length / 2 ? 0 : body.lastIndexOf(' ', at - length / 3) + 1;
  const whole = body.length <= from + length;
  const end = whole ? body.length : Math.max(body.lastIndexOf(' ', from + length), from + 1);
  return `${from > 0 ? '… ' : ''}${body.slice(from, end)}${whole ? '' : ' …'}`;
}
