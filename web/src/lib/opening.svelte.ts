// A match that is being opened: begun, joined, branched off or played again.

import { problemsOf } from './api';
import { keepLinks } from './links';
import type { Opened, Problem } from './protocol';
import { navigate } from './router.svelte';

export class Opening {
  busy = $state(false);
  problems = $state.raw<Problem[]>([]);
  /** What went wrong, for those who want to know more than the words. */
  error = $state.raw<unknown>(null);

  /** Asks for a match and goes to its table; says whether it came to that. */
  async run(ask: () => Promise<Opened>, how: { replace?: boolean } = {}): Promise<boolean> {
    this.busy = true;
    this.problems = [];
    this.error = null;
    try {
      const opened = await ask();
      keepLinks(opened);
      navigate(`/t/${encodeURIComponent(opened.match)}`, how);
      return true;
    } catch (error) {
      this.error = error;
      this.problems = problemsOf(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
