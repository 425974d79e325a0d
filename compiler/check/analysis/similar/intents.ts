/** What a verb promises: tools with the same noun are similar only if their verbs promise the same. Data. */

const list = (words: string): readonly string[] => words.trim().split(/\s+/);

/** A verb may promise several things: `get` returns content, describes, or finds. */
export const INTENTS: Readonly<Record<string, readonly string[]>> = {
  content: list('display download fetch get load open read retrieve show view'),
  about: list('check describe display examine explain fetch get inspect lookup retrieve show stat view'),
  look: list('browse discover enumerate fetch filter find get list load lookup query retrieve scan search show view'),
  create: list('add build create define generate insert make post put record register upload write'),
  send: list('answer compose draft email message post publish reply respond send share write'),
  change: list(
    'adjust amend append change correct edit modify overwrite patch put replace revise set update upsert write',
  ),
  remove: list('archive cancel clear delete destroy discard drop erase purge remove trash wipe'),
  move: list('move relocate rename transfer'),
  copy: list('clone copy duplicate fork replicate'),
  begin: list('execute invoke launch rerun run start trigger'),
  halt: list('abort cancel end halt kill stop terminate'),
  attach: list('add apply assign attach connect link'),
  detach: list('clear detach disconnect remove unassign unlink'),
  judge: list('analyse analyze assess audit check evaluate inspect lint review test validate verify'),
  shorten: list('abbreviate condense digest recap shorten summarise summarize'),
  reckon: list('calculate compute count estimate measure'),
};
