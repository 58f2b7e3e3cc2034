// The draft for a question.

import { OneDraft, SomeDraft } from './choosing.svelte';
import { DiceDraft, NumberDraft } from './counting.svelte';
import type { Desk } from './draft';
import { PlacementDraft } from './placing.svelte';
import { AlongDraft, FacingDraft, PointDraft } from './pointing.svelte';
import { PathsDraft } from './together.svelte';
import { PathDraft } from './walking.svelte';

export type AnyDraft =
  | OneDraft | SomeDraft | NumberDraft | PathDraft | PathsDraft | AlongDraft | PointDraft | FacingDraft | PlacementDraft | DiceDraft;

export function draftFor(desk: Desk): AnyDraft {
  const { form } = desk.question;
  switch (form.kind) {
    case 'one': return new OneDraft(desk, form);
    case 'some': return new SomeDraft(desk, form);
    case 'number': return new NumberDraft(desk, form);
    case 'path': return new PathDraft(desk, form);
    case 'paths': return new PathsDraft(desk, form);
    case 'along': return new AlongDraft(desk, form);
    case 'point': return new PointDraft(desk, form);
    case 'facing': return new FacingDraft(desk, form);
    case 'placement': return new PlacementDraft(desk, form);
    case 'dice': return new DiceDraft(desk, form);
  }
}

export type { Desk, Draft } from './draft';
export { nameOf, modelOf, shortNameOf } from './draft';
