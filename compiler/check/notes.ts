/** Notes: findings of `haft check`, `haft watch` and `haft eval` that fail nothing, unless haft.yaml raises their severity. */

/** What `haft explain` says of a finding. */
export interface NotePage {
  readonly id: string;
  readonly says: string;
  /** One or two sentences: what goes wrong. */
  readonly why: string;
  readonly next: string;
}

interface Note extends NotePage {
  readonly source: string;
}

export const LOST_BY_CHANGE: Note = {
  id: 'eval/lost-by-change',
  says: 'A changed description should not move a request to another tool.',
  why: 'The words of the request now fit another tool better than the one that the eval expects. Models choose by these words too.',
  next: 'Compare both texts with `haft eval --against contract`, or let `haft eval --suggest` show the requests to separate.',
  source: 'EXT §9 rule 3 (re-test after a description change)',
};

/** What a run of `haft eval` finds: its gate decides what fails, and these show where. */
export const LOST_CASE: Note = {
  id: 'eval/lost',
  says: 'A request should lead to the tool that its case expects.',
  why: 'The reader or the model chose another tool, or none, in most trials: users with such a request get a wrong answer.',
  next: 'Distinguish the two descriptions, or let `haft eval --suggest` show the requests to separate.',
  source: 'EXT §9 rule 3 (evaluation of typical queries)',
};

export const WRONG_ARGUMENTS: Note = {
  id: 'eval/arguments',
  says: 'A request should lead to the arguments that its case expects.',
  why: 'The tool is right and its arguments are not: the call does something else than the user asked for.',
  next: 'State in the description of the parameter which values it takes and in which format.',
  source: 'EXT §9 rule 3 (evaluation of typical queries)',
};

export const UNJUDGED_CASE: Note = {
  id: 'eval/failed',
  says: 'Each case of a run must have an answer.',
  why: 'An engine had an error, so the case shows nothing; a run with such a case fails, for it may be the one that is lost.',
  next: 'Run the same command again; answers that were received are kept.',
  source: 'EXT §9 rule 3 (evaluation of typical queries)',
};

export const NOTES: readonly Note[] = [LOST_BY_CHANGE, LOST_CASE, WRONG_ARGUMENTS, UNJUDGED_CASE];
