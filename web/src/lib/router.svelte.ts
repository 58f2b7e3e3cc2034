// Goes from page to page without loading the client again.

import { routeOf } from './route';

class Router {
  path = $state(location.pathname);
  route = $derived(routeOf(this.path));
  /** How often somebody has gone to another page; the first page was not gone to. */
  moves = $state(0);

  /** Looks at the address again, after it was changed by whatever means. */
  look(): void {
    if (location.pathname === this.path) return;
    this.path = location.pathname;
    this.moves += 1;
  }
}

export const router = new Router();

/** Goes to an address of this client; `replace` leaves no way back to the present one. */
export function navigate(to: string, how: { replace?: boolean } = {}): void {
  if (how.replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  const before = router.path;
  router.look();
  if (router.path !== before) scrollTo(0, 0);
}

/** The address a click leads to inside this client, or nothing if the browser should follow it itself. */
export function innerAddress(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest('a');
  if (!link?.href || link.hasAttribute('download') || (link.target && link.target !== '_self')) return null;
  const to = new URL(link.href);
  const elsewhere = to.origin !== location.origin || to.pathname.startsWith('/api/');
  const samePage = to.pathname === location.pathname && to.hash !== '';
  return elsewhere || samePage ? null : to.pathname + to.search + to.hash;
}

/** Called once: links and the browser's own buttons lead to pages of this client. */
export function followLinks(): void {
  addEventListener('popstate', () => router.look());
  document.addEventListener('click', (event) => {
    const to = innerAddress(event);
    if (to === null) return;
    event.preventDefault();
    navigate(to);
  });
}
