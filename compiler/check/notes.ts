/** Notes: findings of `haft check` and `haft watch` that fail nothing, unless haft.yaml raises their severity. */

export interface Note {
  readonly id: string;
  readonly says: string;
  /** One or two sentences: what goes wrong for a model. */
  readonly why: string;
  readonly next: string;
  readonly source: string;
}

export const LOST_BY_CHANGE: Note = {
  id: 'eval/lost-by-change',
  says: 'A changed description should not move a request to another tool.',
  why: 'The words of the request now fit another tool better than the one that the eval expects. Models choose by these words too.',
  next: 'Compare both texts with `haft eval --against contract`, or let `haft eval --suggest` try edits.',
  source: 'EXT §9 rule 3 (re-test after a description change)',
};

export const NOTES: readonly Note[] = [LOST_BY_CHANGE];
