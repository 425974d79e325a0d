/** Verbs that a tool name may start with, by what a call does. Data; `vocabulary.verbs` in haft.yaml adds to it. */

export const VERBS: readonly string[] = `
abort absorb accelerate accept access acclimatize accrue accumulate acknowledge activate adapt add adjourn adjust admit advance aerate
aggregate aim alert align allocate allow amend amplify analyse analyze animate anneal annotate annul anonymise anonymize answer append
apply appoint appraise approve archive arrange ask assemble assess assign attach attest attune audit augment authenticate authorise
authorize autocomplete automate avert avoid await back backfill backup bake ban banish batch bathe beautify befriend begin bill bind
blanch bleach blend bless block blur boil book bookmark boost bounce braid brainstorm branch brew brighten brine broadcast broil browse
brush build bump bury buy calculate calibrate call cancel canonicalize capture caramelize cast categorise categorize celebrate certify
change charge chart check checkout cherry choose chunk circulate cite civilize claim clarify classify clean clear click clinch clone close
cluster collapse collate collect collide colorize combine commence commend comment commission commit commute compare compensate compete
compile complete compose compress compute concatenate concede conclude condense confer configure confine confirm congratulate connect
conserve consolidate construct consult consume contain continue contribute control convene convert convince coordinate cope copy correct
corroborate counsel count crash crawl create crimp crop crush cultivate curate customise customize cut deactivate deauthorize debug decant
decide declare decline decode decommission decompress decorate decouple decrease decrypt dedicate deduct dedupe deduplicate deescalate
defend defer define deflate defrost degrade dehydrate delegate delete deliberate delimit deliver demonstrate demote denoise denormalize
deny deorbit depict deploy deprecate depreciate deregister derive desalinate describe deselect destroy detach detect determine detoxify
develop deviate devise diagnose dial diff differentiate dig digest dilute direct disable disarm disassemble disburse discard discharge
disclose disconnect discover disinfect dismantle dismiss dispatch dispense display dispose dispute dissect dissolve distill distribute
divide do donate double download downvote draft drag draw drop dump duplicate earn eat echo edit educate eject elaborate elect elevate
elicit email embed embroider emit empower empty emulate emulsify enable enact encase enclose encode encourage encrypt end endorse enforce
engage engrave enhance enjoy enlarge enlist enqueue enrich enrol enroll ensure enter entertain enumerate envision equalize equip erase
erect escalate escape establish estimate etch evacuate evade evaluate evaporate evict evolve exaggerate examine excavate exceed exchange
exclude execute exempt exit expand expedite expire explain explode explore export expose express extend extinguish extract extrude
facilitate familiarize fasten fatten favorite favourite ferment fertilize fetch file fill filter finalise finalize find finish fix flag
flatten fletch flip flush focus fold follow forbid forecast foreclose forge forget forgive fork formalize format formulate fortify forward
foster freeze freshen fulfil fulfill galvanize garnish gather generate geocode geolocate germinate get gild give go govern grab grant
greenlight greet grep grill group grow guess halt handle harden harmonize hash hatch heal hear hibernate hide highlight hold hover
humidify hydrate hyphenate identify ignore illuminate illustrate imagine imitate immunize impersonate import impose improve improvise
inaugurate include increment incubate indemnify indent index indict industrialize infect infer inform infuse ingest inhale inherit inhibit
initialise initialize initiate inject inline innovate inoculate inscribe inseminate insert inspect inspire install instantiate instruct
insulate insure integrate intercept interlace internationalize interpolate interrupt intersect interview introspect intubate invalidate
invent invert invest investigate invite invoice invoke irrigate isolate issue itemize iterate join juggle justify keep kick kill knead
knit label laminate lather launch learn leave lengthen lift lighten like limit link lint liquefy liquidate list listen litigate load
localise localize locate lock log login logout look lookup loop loosen lower lubricate magnetize maintain make manage manipulate
manufacture map marinate mark mask match maximize measure mediate melt memorize mend mention merge migrate minify minimize mint mirror
misplace mitigate mix mobilize moderate modernize modify modulate moisten monetize monitor motivate mount move multiply mutate mute
mutualize name narrate narrow navigate negotiate nest neutralize nominate normalise normalize notify nourish nudge obey obfuscate oblige
observe obtain occupy offboard offer omit onboard ooze open operate opine oppose optimise optimize orchestrate ordain order organise
organize originate oscillate oust outline outsource overclock override overwrite oxidize oxygenate pack paginate paraphrase park parse
participate partition pass paste pasteurize patch pause pay peek penalize perforate perform perfuse permit permute persist persuade pester
pick pin ping pivot place plait plan plant play plot pluck plumb polish poll pollinate populate portray possess post postpone practice
praise pray preach precipitate predict prefer prefetch prep prepare prescribe present preserve preside press pressurize presume pretend
prevent preview prime print prioritise prioritize privatize process proclaim procure produce profile prohibit prolong promote prompt
pronounce proofread propagate propel propose prosecute protect prove provide provision prune pseudonymize publish pull pulverize punish
purchase puree purge purify pursue push put qualify quantify quantize quarantine quench query queue quicken quit quote raise randomize
rank rasterize rate react read realign rearrange reassemble reassign reassure rebase reboot rebuild recall recap recategorize receive
recharge recite reclaim recode recommend recompute reconcile reconfigure reconnect reconstruct record recover recreate recruit rectify
recycle redact redden redeem redeliver redeploy redirect redo redraw reduce refactor reference refine reflect reformat refresh refrigerate
refund refuse regain regenerate register regret regroup rehearse reheat rehydrate reimburse reindex reinforce reinstall reinstate
reiterate reject rejoin rejuvenate relabel relate relax relay release relieve reload relocate rely remember remind remit remix remodel
remove rename render renegotiate renew renovate rent reopen reorder repair repeat repel repent rephrase replace replay replenish replicate
reply report repossess repost represent reprint reprocess reproduce repurpose request require requisition rerank reroute rerun resample
reschedule research resell resend resent reserve reset reshape reside resign resist resize resolve resonate respond restart restate
restock restore restrain restrict resubmit resume resync retag retain retaliate retard retest rethink retire retouch retract retrain
retrieve retrofit retry return reuse reveal reverse revert review revise revitalize revive revoke reward rewind rewrite ride ripen roam
roll rotate route rummage run sample sanitise sanitize saturate saute save savor scaffold scale scan scavenge schedule schematize scold
score scramble scrape screenshot scribble scroll sculpt seal search secrete secure segregate seize select sell send separate sequence
serenade serve set settle setup sew share sharpen shelve shift ship shorten show shred shrink shuffle shutdown sieve sift sign simulate
sing sketch skip slice smelt smooth snap snapshot sniff snooze soak soften solidify solve soothe sort spawn spay speak specialize specify
speed spell spend spill split sponsor spread sprinkle squash stabilize stage star start stash stat steer sterilize stiffen stimulate
stipulate stir stitch stop store stow straighten stream strengthen strip submit subscribe subsidize substantiate subtract succeed sue
suggest sum summarise summarize summon superimpose supervise supply suppress suspend sustain swaddle swap sweep swipe switch sync
synchronise synchronize tabulate tag tail take tally tap teach televise tell terminate test thank theorize thicken think threaten thresh
throttle throw thwart tidy tighten toggle tokenise tokenize tolerate trace track train transcode transcribe transfer transform transfuse
transition translate transliterate transmit transmute transpose trash traverse triage trigger trim troubleshoot truncate trust try tune
turn twist type typeset unarchive unassign unban unbind unblock unbox uncheck uncork uncover undelete undeploy undergo understand
undertake undo unearth unfold unfollow unfreeze unify uninstall unite unlearn unlike unlink unload unlock unmap unmark unmerge unmount
unmute unpack unpin unplug unpublish unravel unregister unroll unscramble unseal unselect unset unshare unstage unstar unstash unsubscribe
unsuspend untag untie untrack unveil unwatch unwind unwrap update upgrade uphold upholster upload upscale upsert upvote urge use utilize
vacate vaccinate validate vaporize vectorise vectorize verbalize verify vet view vindicate visit visualise visualize void vote wait wake
walk warm warn watch weaken wean weigh weld whitelist whittle widen winnow winterize wipe withdraw withhold woo wrap wrestle write yank
yield zip zoom
`
  .trim()
  .split(/\s+/);
