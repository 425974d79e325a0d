/** `haft eval`: which tool or skill the requests of the evals lead to, by a reader of the fields, a model or a host. */
import { resolve } from 'node:path';
import { sidesOf } from '../../features/evals/figures/compare.ts';
import { casesOfShard } from '../../features/evals/online/questions.ts';
import { allChoices } from '../../versions/receipts/choice.ts';
import type { Command, Invocation } from '../../edge/command-line/command.ts';
import {
  FORMAT,
  SPECS,
  choice,
  formatFlag,
  formText,
  text,
  textFlag,
  texts,
  toggle,
} from '../../edge/command-line/command.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { reportFindings, openOrReport } from '../../edge/command-line/report.ts';
import { finish } from '../../features/evals/run/finish.ts';
import { isMerge } from '../../features/evals/run/command-again.ts';
import { recordFrom } from '../../features/evals/run/record-runs.ts';
import {
  ONLY,
  SHARD,
  baseNamed,
  chosenCases,
  onlyRecorded,
  runAsked,
  runMerged,
  runOfflineTier,
  shardFlag,
} from '../../features/evals/run/run.ts';
import { CALIBRATE, calibrate } from '../../features/evals/run/calibrate.ts';
import { harvest, harvestFlag } from '../../features/evals/run/harvest.ts';
import { SAMPLE, sampleFlag, verifyRecords } from '../../features/evals/run/verify.ts';
import { TIER_FLAGS, onlineTierOf } from '../../features/evals/run/tier.ts';
import { evalEvidence } from '../../edge/project/policy.ts';
import { TODAY, todayOf } from '../../edge/project/today.ts';
import { checkProject } from '../spine.ts';
import { choices } from '../../features/evals/run/run-context.ts';

const HOW_TO_ADD = 'Add some to a tool: evals: [{ query: what time is it in Oslo }].';

export const evalCommand: Command = {
  name: 'eval',
  summary: 'Run the evals: which tool or skill does each request lead to?',
  positional: '[name…]',
  flags: {
    specs: SPECS,
    ...TIER_FLAGS,
    against: text(
      'ref or file',
      'Compare with the texts of a git ref, a contract file, or `contract`: better, worse, or no difference seen.',
    ),
    only: choice(
      ONLY,
      'Only cases that haft.evals.json records as failed or flaky, or choices whose results are stale.',
    ),
    shard: formText(
      '1/4',
      'Only one part of the cases, to divide a run among machines; `haft eval merge` combines the parts.',
      SHARD,
    ),
    'dry-run': toggle(
      'With a model or an agent: show what would be sent, and send nothing. With --fix: ask, and write nothing.',
    ),
    'no-cache': toggle(
      'With a model or an agent: repeat the requests that were answered before, and keep the new answers.',
    ),
    record: toggle('Record the results in haft.evals.json, for `haft release`.'),
    suggest: toggle(
      'Show the requests that confuse two tools; with a model, write and measure edits of their descriptions on other cases.',
    ),
    fix: texts('id', 'Write this suggestion into the specs (repeatable). `all` writes those that a model proves.'),
    sample: formText(
      '10@seed',
      'With `haft eval verify`: the number of recorded cases to ask again; with the same seed, the same cases.',
      SAMPLE,
    ),
    write: toggle('With `haft eval harvest`: write the proposed cases into the specs.'),
    from: text('file', 'Record the results of another runner, and run nothing.', { only: ['specs', 'today'] }),
    format: FORMAT,
    today: TODAY,
  },
  meant: { test: 'haft eval' },
  examples: [
    ['haft eval', 'Read the fields of all tools and skills; takes milliseconds.'],
    ['haft eval search_references', 'Only the cases of one tool, skill or server.'],
    ['haft eval --against main', 'Did the change of a description make the choice better or worse?'],
    ['haft eval --suggest', 'Which requests must a description separate, and which edits help?'],
    ['haft eval --format html > evals.html', 'A single page: expected by chosen, and the cases behind each number.'],
    ['haft eval --tier model --record', 'Ask the model of haft.yaml and record the results.'],
    ['haft eval --agent claude-code', 'Start Claude Code with the tools and skills, and see what it calls.'],
    [
      'haft eval merge part-1.json part-2.json',
      'The parts of `--shard 1/2 --format json` and `--shard 2/2 --format json`.',
    ],
    ['haft eval verify --sample 10', 'Ask ten cases again that haft.evals.json has as right: are they?'],
    ['haft eval calibrate', 'What do the close pairs of the offline tier mean for the model of haft.yaml?'],
    ['haft eval harvest session.jsonl', 'Propose cases from what users asked in Claude Code or Codex.'],
    [
      'haft eval --from results.json',
      '{"results": [{"server": "s", "model": "m", "date": "2026-11-20", "cases": [{"query": "q", "passed": true}]}]}',
    ],
  ],
  async run(invocation) {
    const { cwd, positionals } = invocation;
    const format = formatFlag(invocation);
    const opened = openOrReport(invocation, format);
    if (!opened) return 1;
    const project = opened.value;
    const today = todayOf(invocation);
    const base = await baseNamed(project, invocation);
    const checked = await checkProject(project, { today }, choices);
    const { planned, diagnostics, texts } = checked;
    if (!planned) {
      reportFindings({ diagnostics, sources: texts, root: project.root, cwd }, format);
      return 1;
    }
    const from = fromFlag(invocation);
    if (from !== undefined) return recordFrom(project, planned.plan, resolve(cwd, from), today);
    const evidence = evalEvidence(project);
    const [first, ...files] = positionals;
    if (harvestFlag(invocation)) return harvest(files, { project, checked, planned, invocation });
    const isMerged = isMerge(invocation);
    const sample = sampleFlag(invocation);
    const isCalibration = first === CALIBRATE;
    const names = sample || isCalibration ? files : isMerged ? [] : positionals;
    const named = chosenCases(allChoices(planned.plan, evidence.choices), names);
    if (named.length === 0) throw new Failure('No tool, skill or choice has evals.', HOW_TO_ADD);
    if (sample) return verifyRecords(named, evidence, sample, { project, invocation });
    const chosen = onlyRecorded(named, invocation, evidence, today);
    const scene = { project, checked, planned, invocation, config: opened };
    if (isCalibration) return calibrate(named, allChoices(planned.plan, evidence.choices), scene);
    const before = base ? allChoices(base.plan, evidence.choices) : [];
    if (isMerged) return finish(await runMerged(files, chosen, before, base, scene), scene);
    const shard = shardFlag(invocation);
    const sides = sidesOf(shard ? casesOfShard(chosen, shard) : chosen, before);
    const tier = await onlineTierOf(invocation, project.settings);
    if (!tier) return finish({ ...runOfflineTier(sides, base, scene), shard, chosen }, scene);
    const finished = await runAsked(sides, base, tier, scene);
    return finished ? finish({ ...finished, shard, chosen }, scene) : 0;
  },
};

function fromFlag(invocation: Invocation): string | undefined {
  const [from, { positionals }] = [textFlag(invocation, 'from'), invocation];
  if (from === undefined || positionals.length === 0) return from;
  throw new Failure(
    '`--from` records all results of the file, and takes no names.',
    `Remove ${positionals.map((name) => JSON.stringify(name)).join(', ')}.`,
  );
}

/** `haft evals record <file>`: the first spelling of `haft eval --from <file>`, which scripts may still use. */
export const evalsCommand: Command = {
  name: 'evals',
  summary: 'Record the results of another runner; the same as `haft eval --from <file>`.',
  positional: 'record <file>',
  flags: { specs: SPECS, today: TODAY },
  examples: [['haft evals record results.json', 'The same as haft eval --from results.json.']],
  run(invocation) {
    const [verb, file] = invocation.positionals;
    if (verb !== 'record' || file === undefined)
      throw new Failure('`haft evals` needs a subcommand.', 'Run `haft eval --from <file>`.');
    return evalCommand.run({ ...invocation, positionals: [], flags: { ...invocation.flags, from: file } });
  },
};
