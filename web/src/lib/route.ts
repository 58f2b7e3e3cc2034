// Which page an address means.

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'match'; match: string }
  | { page: 'join'; secret: string }
  | { page: 'rules'; game: string }
  | { page: 'not-found'; path: string };

export function routeOf(path: string): Route {
  const lost: Route = { page: 'not-found', path };
  const parts = decoded(path);
  if (parts === null) return lost;
  const [head, argument] = parts;
  if (head === undefined) return { page: 'home' };
  if (argument === undefined || parts.length > 2) return lost;
  switch (head) {
    case 'new': return { page: 'new', game: argument };
    case 't': return { page: 'match', match: argument };
    case 'join': return { page: 'join', secret: argument };
    case 'rules': return { page: 'rules', game: argument };
    default: return lost;
  }
}

/** The parts of a path; nothing if it was typed or copied wrongly. */
function decoded(path: string): string[] | null {
  try {
    return path.split('/').filter((part) => part !== '').map(decodeURIComponent);
  } catch {
    return null;
  }
}
