/** Verbs that a tool name may start with, by what a call does. Data; `vocabulary.verbs` in haft.yaml adds to it. */

export const VERBS: readonly string[] = `
abort accelerate accept access accumulate acknowledge activate adapt add adjust admit advance aggregate aim alert align allocate allow
amend amplify analyse analyze annotate anonymise anonymize answer append apply approve archive arrange ask assemble assess assign attach
audit augment authenticate authorise authorize autocomplete back backfill backup ban batch begin bill bind blend block blur book bookmark
boost bounce brainstorm branch brew broadcast browse build bump calculate calibrate call cancel capture cast categorise categorize change
charge chart check checkout cherry choose chunk cite claim classify clean clear click clone close cluster collect colorize combine comment
commission commit compare compile complete compose compress compute concatenate conclude condense configure confine confirm connect
consolidate construct consult consume continue contribute convert coordinate copy correct count crash crawl create crop curate customise
customize cut deactivate deauthorize debug decide declare decline decode decompress decorate decrease decrypt deduct dedupe deduplicate
defer define delegate delete deliver demote deny deploy deprecate deregister derive describe deselect destroy detach detect determine
diagnose dial diff digest direct disable discard disconnect discover dismiss dispatch display dispute dissolve distribute divide do double
download downvote draft drag draw drop dump duplicate echo edit educate eject elevate elicit email embed emit emulate enable encode
encourage encrypt end enforce engage enhance enqueue enrich ensure enter enumerate equip erase escalate escape establish estimate evaluate
examine exchange exclude execute exempt exit expand expire explain explore export expose express extend extract favorite favourite fetch
file fill filter finalise finalize find finish fix flag flatten flip flush focus fold follow forbid forecast forge forget fork format
forward freeze fulfil fulfill gather generate geocode geolocate get give go grab grant greet grep group guess halt handle hash hide
highlight hold hover hydrate identify ignore impersonate import impose improve include increment index infer inform ingest initialise
initialize initiate inject inline insert inspect install instantiate insure integrate interpolate interrupt intersect interview introspect
invalidate invert investigate invite invoice invoke isolate issue iterate join justify keep kick kill label launch learn leave lift like
limit link lint list listen load localise localize locate lock log login logout look lookup loop lower make manage manipulate map mark
mask match measure memorize mention merge migrate minify mint mirror moderate modify monitor mount move mutate mute name navigate
negotiate nest nominate normalise normalize notify nudge observe obtain offboard offer onboard open operate optimise optimize orchestrate
order organise organize originate outline override overwrite pack paginate park parse partition pass paste patch pause pay peek penalize
perform permit persist pick pin ping pivot place plan plant play plot polish poll populate post postpone practice predict prefetch prepare
prescribe present preserve press prevent preview prime print prioritise prioritize process produce profile prohibit promote prompt
proofread propose protect prove provide provision prune publish pull purchase purge push put qualify quantize quarantine query queue quit
quote raise randomize rank rate react read realign rearrange reassemble reassign rebase reboot rebuild recall recap recategorize receive
reclaim recode recommend recompute reconcile reconfigure reconnect reconstruct record recover recreate recycle redact redeem redeliver
redeploy redirect redo redraw reduce refactor reference refine reformat refresh refund refuse regenerate register regroup rehydrate
reindex reinstall reinstate reject relabel relate relay release reload relocate remember remind remix remove rename render renegotiate
renew rent reopen reorder repair repeat replace replay replicate reply report repost represent reprint reprocess reproduce request require
rerank reroute rerun resample reschedule research resend reserve reset reshape resize resolve respond restart restore restrict resubmit
resume resync retag retain retest rethink retire retract retrain retrieve retry return reuse reveal reverse revert review revise revoke
reward rewind rewrite ride roll rotate route run sample sanitise sanitize save scaffold scale scan schedule score scrape screenshot scroll
seal search secure select sell send separate sequence serve set settle setup share shift ship shorten show shred shrink shuffle shutdown
sign simulate sketch skip slice smooth snap snapshot sniff snooze solve sort spawn speak specify spell spend split sponsor spread squash
stage star start stash stat steer stitch stop store straighten stream strengthen strip submit subscribe subtract suggest sum summarise
summarize summon supply suspend swap sweep swipe switch sync synchronise synchronize tag tail take tally tap teach tell terminate test
think throttle tidy toggle tokenise tokenize trace track train transcode transcribe transfer transform transition translate transmit
transmute transpose trash traverse triage trigger trim truncate trust try tune turn twist type unarchive unassign unban unbind unblock
uncheck uncover undelete undeploy undo unfollow unfreeze uninstall unite unlike unlink unlock unmap unmark unmerge unmount unmute unpack
unpin unpublish unregister unroll unselect unset unshare unstage unstar unstash unsubscribe unsuspend untag untrack unwatch unwrap update
upgrade upload upscale upsert upvote urge use validate vectorise vectorize verify vet view visit visualise visualize void vote wait wake
walk warm warn watch weigh whitelist wipe withdraw wrap write yank yield zip zoom
`
  .trim()
  .split(/\s+/);
