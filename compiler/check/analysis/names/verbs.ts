/** Verbs that a tool name may start with, by what a call does. Data; `vocabulary.verbs` in haft.yaml adds to it. */
import { wordList } from '../../../base/word-lists.ts';

export const VERBS = wordList(`
abolish abort absorb abut accelerate accept access acclimatize accredit accrue accumulate acknowledge acquit activate adapt add adjourn
adjudicate adjust administer admit adopt advance advise advocate aerate affirm affix aggregate aim airdrop alert align alleviate allocate
allow amass amend amplify amputate analyse analyze animate anneal annotate annul anonymise anonymize answer appease append apply appoint
apportion appraise approve arbitrate archive arraign arrange ask aspirate assemble assess assign assist attach attend attenuate attest
attune audit augment auscultate authenticate authorise authorize autocomplete autofill automate autosave autoscale avert avoid await back
backfill backup bake ban banish batch bathe beautify befriend begin bill bind bisect blanch bleach blend bless block blur boil book bookmark
boost borrow bounce braid brainstorm braise branch brew brighten brine bring broadcast broaden broil browse brush build bump burn burnish
bury buy calculate calibrate call cancel canonicalize capture caramelize carbonate carry cast catalyze catch categorise categorize caulk
cauterize celebrate censor certify change chaperone charge chart check checkout cherry choose chunk circulate circumvent cite civilize claim
clarify classify clean clear click clinch clone close cluster coach coax codify collaborate collapse collate collect collide colorize
combine commandeer commence commend comment commission commit communicate commute compare compartmentalize compel compensate compete compile
complete compose compress compute concatenate concede conclude concoct condemn condense confer confide configure confine confirm confiscate
confront congratulate conjugate conjure connect conserve consider consign consolidate constrict construct consult consume contain continue
contribute control convene convert convince cook coordinate cope copy copyedit correct correlate corroborate cosign counsel count
countersign crash crawl create cremate crimp criticize crochet crop crossbreed crosscheck crowdfund crowdsource crush crystallize cull
cultivate curate curb cure curtail customise customize cut damage dampen darken deactivate deauthorize deblur debug decant decide declare
declaw decline declutter decode decolorize decommission decompile decompress decontaminate decorate decouple decrease decrypt dedicate
deduce deduct dedupe deduplicate deescalate defend defer define deflate deflect defog defragment defrost deglaze degrade dehumidify
dehydrate delegate delete deliberate delimit delineate deliver demolish demonstrate demote demystify denoise denormalize denounce deny
deodorize deorbit depict deploy deport depose deprecate depreciate deprive deputize deregister derive desalinate descale descramble describe
deselect desensitize destroy detach detain detangle detect determine dethrone detonate detoxify develop deviate devise dewater diagnose dial
diff differentiate dig digest dilate dilute dim diminish direct disable disaggregate disambiguate disarm disassemble disband disburse
discard discharge disclaim disclose disconnect discontinue discover discredit disengage disentangle disinfect disinherit dislodge dismantle
dismiss disown dispatch dispel dispense disperse display dispose disprove dispute disqualify disrupt dissect dissociate dissolve distill
distort distribute diversify divert divide divulge do donate double download downvote draft drag draw dredge drench drive drizzle drop drown
dub dump duplicate earn ease eat echo edit educate eject elaborate elect elevate elicit eliminate elongate elucidate email embalm embark
embed emboss embroider emit emphasize employ empower empty emulate emulsify enable enact encase encircle enclose encode encourage encrypt
end endorse energize enforce engage engrave enhance enjoy enlarge enlist enqueue enrich enrol enroll ensure enter entertain entitle entrust
enumerate envision equalize equip eradicate erase erect erode escalate escape establish estimate etch evacuate evade evaluate evaporate
evict evolve exaggerate examine excavate exceed exchange exclude execute exempt exfoliate exhume exit exonerate expand expatriate expedite
expire explain explode explore export expose express expunge extend extinguish extract extradite extricate extrude fabricate facilitate
familiarize fasten fatten favorite favourite feed ferment fertilize fetch fight file fill filter finalise finalize finance find finish fix
flag flatten fletch flip flush fly focus fold follow forbid forecast foreclose forge forget forgive fork formalize format formulate fortify
forward foster freeze freshen fulfil fulfill fumigate furnish galvanize garnish gather generate geocode geolocate germinate get gild give go
govern grab grant greenlight greet grep grill grind group grow guess guide halt halve handcraft handle hang harden harmonize hash hatch
headhunt heal hear heighten help hibernate hide highlight hire hold homogenize hone host hover humidify hunt hurt hydrate hyphenate identify
ignore illuminate illustrate imagine imitate immunize impair impeach impersonate import impose impound imprison improve improvise inaugurate
incinerate include incorporate increment incubate indemnify indent index indict induce industrialize infect infer influence inform infuse
ingest inhale inherit inhibit initialise initialize initiate inject injure inline innovate inoculate inquire inscribe inseminate insert
inspect inspire install instantiate instill instruct insulate insure integrate intensify interact intercept interchange interconnect
interlace interleave interlink internationalize interpolate interpret interrupt intersect intervene interview introduce introspect intubate
invalidate invent invert invest investigate invite invoice invoke involve ionize irrigate irritate isolate issue itemize iterate jettison
join judge juggle jumpstart justify keep kick kickstart kill kindle knead knit label laminate lather launch launder learn lease leave
legalize lend lengthen lessen leverage liberate lift lighten like limit linearize link lint liquefy liquidate list listen litigate load
localise localize locate lock log login logout look lookup loop loosen lose lower lubricate lyophilize macerate magnetize magnify maintain
make manage manipulate manufacture map marinate mark mask match maximize measure mediate meet melt memorize mend mention merge migrate
minify minimize mint mirror mislead misplace mitigate mix mobilize moderate modernize modify modulate moisten moisturize monetize monitor
motivate mount move mow muffle mulch multicast multiply mutate mute mutualize name narrate narrow nationalize navigate need negate negotiate
nest neutralize nominate normalise normalize notarize notify nourish nudge nullify nurture obey obfuscate oblige observe obtain occlude
occupy offboard offend offer officiate offload omit onboard ooze open operate opine oppose optimise optimize orchestrate ordain order
organise organize originate oscillate oust outbid outline outsource overclock overcome overhaul override oversee overwinter overwrite owe
oxidize oxygenate pack paginate paint palpate paraphrase parboil pare park parse participate partition pass paste pasteurize patch pause
pave pay peek peel penalize perforate perform perfuse permit permute persist personalise persuade pester photocopy pick pierce pin ping
pivot place plait plan plant play plot pluck plumb polarize polish poll pollinate polymerize populate portray possess post postdate postpone
pour practice praise pray preach preallocate precipitate precompute precool predict prefer prefetch preheat prep prepare prepay prepopulate
prescribe presell present preserve preside presort press pressurize presume pretend prevent preview prewash prime print prioritise
prioritize privatize proceed process proclaim procure produce profile prohibit prolong promote prompt pronounce proofread propagate propel
propose prosecute protect prove provide provision provoke prune pseudonymize publicize publish pull pulverize punish purchase puree purge
purify pursue push put qualify quantify quantize quarantine quash quench query queue quicken quit quote raise randomize rank rasterize rate
react read realign rearm rearrange reassemble reassign reassure rebase reboot rebuild recall recap recapture recategorize receive recharge
recite reclaim recode recommend recompute reconcile reconfigure reconnect reconstruct record recount recoup recover recreate recruit rectify
recuperate recycle redact redden redeem redeliver redeploy redirect redo redraw reduce refactor reference refine reflect reformat refresh
refrigerate refund refuse regain regenerate register regret regroup regulate rehearse reheat rehome rehydrate reimburse reindex reinforce
reinstall reinstate reiterate reject rejoin rejuvenate relabel relate relax relay release relieve reload relocate rely remand remember
remind remit remix remodel remove rename render renegotiate renew renovate rent reopen reorder repair repeat repel repent rephrase replace
replay replenish replicate reply report repossess repost represent reprint reprocess reproduce repurpose request require requisition rerank
reroute rerun resample reschedule rescind research resell resend resent reserve reset reshape reside resign resist resize resolve resonate
respond restart restate restock restore restrain restrict resubmit resume resuscitate resync retag retain retaliate retard retell retest
rethink retire retouch retract retrain retrieve retrofit retry return reuse reveal reverse revert review revise revitalize revive revoke
reward rewind rewrite ride rinse ripen roam roast rob roll rotate route rub rummage run salvage sample sandblast sanitise sanitize satisfy
saturate saute save savor scaffold scald scale scan scare scavenge schedule schematize scold score scour scramble scrape screenshot scribble
scroll scrub sculpt seal sear search secrete secure sedate seek segregate seize select sell send separate sequence sequester serenade serve
set settle setup sever sew shake shape share sharpen sheathe shed shelve shift shine ship shorten shout show shred shrink shuffle shut
shutdown sieve sift sign simmer simulate sing singe siphon sketch skewer skim skip slacken slice smelt smooth smother snap snapshot sniff
snip snooze soak soften solidify solve soothe sort sow spawn spay speak specialize specify speed spell spellcheck spend spill splice split
spoil sponsor spread sprinkle squash stabilize stage stagger standardize star start stash stat steal steep steer sterilize stick stiffen
stimulate stipple stipulate stir stitch stockpile stop store stow straighten stream streamline strengthen strip strum study stun subdivide
sublet submerge submit subpoena subsample subscribe subsidize substantiate subtract succeed sue suggest sum summarise summarize summon
superimpose supervise supply suppress surpass surround surveil survive suspend sustain suture swab swaddle swap sweep sweeten swipe swirl
switch sync synchronise synchronize syndicate tabulate tag tail take tally tamp tap taper teach tear televise tell tempt tenderize terminate
test testify thank thaw theorize thicken think threaten thresh throttle throw thwart tidy tighten till titrate toggle tokenise tokenize
tolerate topple trace track train transact transcode transcribe transfer transform transfuse transition translate transliterate transmit
transmute transplant transpose trash traverse treat triage trigger trim trisect troubleshoot truncate trust try tune turn tweak twist type
typeset unarchive unassign unban unbind unblind unblock unbox unbundle uncheck unclog uncork uncover undelete undeploy undergo understand
undertake undo unearth unfold unfollow unfreeze unhide unify uninstall unite unlearn unlike unlink unload unlock unmap unmark unmerge
unmount unmute unpack unpause unpin unplug unpublish unravel unregister unroll unscramble unseal unselect unsend unset unshare unsnooze
unstage unstar unstash unsubscribe unsuspend untag untie untrack unveil unwatch unwind unwrap upcycle update upgrade uphold upholster upload
upsample upscale upsell upsert upvote urge use usher utilize vacate vaccinate vacuum validate vaporize vectorise vectorize ventilate
verbalize verify vet view vindicate visit visualise visualize void vote wait wake walk warm warn wash waste watch wax weaken wean wear weave
weigh weld wet whisk whitelist whiten whittle widen winnow winterize wipe wiretap wish withdraw withhold witness woo worsen wrap wrestle
write yank yield zap zip zoom
`);
