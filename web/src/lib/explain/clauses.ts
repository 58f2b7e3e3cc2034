// Finding the ids of clauses in texts.

const ID = /\b[A-Z]{2,5}-[A-Z]{1,6}-\d{1,3}\b/g;

/** A piece of a text: words, or the id of a clause. */
export interface Part {
  text: string;
  clause: boolean;
}

/** A text taken apart at the ids of clauses in it. */
export function clauseParts(text: string): Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const found of text.matchAll(ID)) {
    if (found.index > done) parts.push({ text: text.slice(done, found.index), clause: false });
    parts.push({ text: found[0], clause: true });
    done = found.index + found[0].length;
  }
  if (done < text.length) parts.push({ text: text.slice(done), clause: false });
  return parts;
}

/** The clause a link leads to, if it leads to one. */
export function linkedClause(href: string): string | null {
  const mark = href.split('#')[1] ?? '';
  const found = decodeURIComponent(mark).match(ID);
  return found?.[0] ?? null;
}

/** Makes links of ids of clauses that stand in a page as bare words. */
export function linkClauses(within: HTMLElement): void {
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const bare: Text[] = [];
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node as Text;
    const linked = text.parentElement?.closest('a') !== null;
    if (!linked && clauseParts(text.data).some((part) => part.clause)) bare.push(text);
  }
  for (const text of bare) text.replaceWith(...clauseParts(text.data).map(asNode));
}

function asNode(part: Part): Node {
  if (!part.clause) return document.createTextNode(part.text);
  const link = document.createElement('a');
  link.href = `#${part.text}`;
  link.textContent = part.text;
  return link;
}
