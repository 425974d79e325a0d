/** Verbs that a tool name may begin with: what a call does to the world. Data; `words.verbs` in haft.yaml adds to it. */

export const VERBS: readonly string[] = `
accept acknowledge activate add adjust advance allocate alert align analyse analyze annotate answer append apply approve archive ask
assemble assess assign attach audit authenticate authorise authorize autocomplete back backup ban batch begin bind block book bookmark
branch browse build bump calculate call cancel capture cast categorise categorize change charge chart check checkout choose cite claim
classify clean clear click clone close cluster collect combine comment commit compare compile complete compose compress compute
condense configure confirm connect consolidate construct continue convert copy correct count crawl create crop cut deactivate debug
decline decode decompress decrypt dedupe define delegate delete deliver deny deploy deprecate derive describe deselect detach detect
determine diagnose diff disable discard disconnect discover dispatch display distribute divide download draft draw drop duplicate edit
email embed emit enable encode encrypt end enqueue enrich enter enumerate erase escalate estimate evaluate examine execute expand
expire explain explore export extend extract fetch file fill filter finalise finalize find finish fix flag flatten flush focus fold follow
forecast forget fork format forward generate get give go grant group guess handle hide highlight hover identify ignore import improve
include increment index inspect install instantiate interpolate interrupt introspect invalidate invert invite invoke invoice issue join
keep kill label launch learn leave lint link list listen load locate lock log login logout look lookup make map mark mask match measure
merge migrate mint mirror modify monitor mount move mute name navigate normalise normalize notify observe obtain offer open optimise
optimize order organise organize outline overwrite pack paginate parse partition paste patch pause pay peek perform persist pick pin
ping place plan play plot poll populate post predict prepare prescribe press preview print prioritise prioritize process produce
profile promote propose protect provide provision prune publish pull purchase purge push put query queue quit quote rank rate react read
rebase reboot rebuild receive recommend reconcile record recover redact redeem redo reduce refactor refine refresh refund refuse
register reindex reject release reload remind remove rename render renew reopen reorder repair repeat replace reply report reproduce
request require reschedule research reserve reset resize resolve respond restart restore restrict resume retire retract retrieve retry
return reveal reverse revert review revise revoke rewrite roll rotate route run sample save scale scan schedule score scrape scroll
search select send serve set settle share shift show shuffle shutdown sign simulate skip snooze solve sort specify spell split stage
star start stop store stream submit subscribe subtract suggest summarise summarize suspend swap switch sync synchronise synchronize
tag take tally tap tell terminate test toggle tokenise tokenize trace track train transcribe transfer transform translate transpose
trash traverse triage trigger trim truncate tune turn type unarchive unassign unban unblock undelete undo unfollow uninstall unlink
unlock unmount unmute unpack unpin unpublish unshare unstar unsubscribe untag update upgrade upload upsert use validate verify view visit
void vote wait wake walk warn watch weigh whitelist withdraw wrap write zip zoom
`
  .trim()
  .split(/\s+/);
