/** Shape of a skill: the description by which a host loads it, and the body that a model follows (EXT §2.1). */
import { choice, flag, list, map, object, text } from './build.ts';
import type { Static } from './build.ts';
import { HYPHENATED, METADATA_KEY, SKILL_FILE, VERSION } from './names.ts';

const descriptionShape = object(
  'What a host reads to decide whether to load the skill. Haft joins the parts in this order.',
  {
    does: text('What the skill does, in one sentence.'),
    when: text('The situation, completing "Use when …": "the user wants a bibliography".'),
    triggers: list('Two or three phrases that users say (EXT §2.1).', text('A phrase in the user’s words.'), {
      minItems: 2,
      maxItems: 3,
      uniqueItems: true,
    }),
    not_for: list(
      'What it must not be used for; becomes "Do NOT use for …" (EXT §2.1).',
      object(
        'A case that belongs elsewhere.',
        { case: text('The case, completing "Do NOT use for …": "finding new papers on the web".') },
        { use: text('The skill or tool to use instead.') },
      ),
      { minItems: 1 },
    ),
  },
);

const referenceShape = object('A file that the model reads only when it is needed.', {
  file: text('Path under references/, scripts/ or assets/ beside the spec.', { pattern: SKILL_FILE }),
  when: text('When to read it, completing "Read … when …".'),
});

const evalShape = object(
  'A case that tests the skill.',
  { input: text('The user request to try.') },
  {
    expected_behavior: list('Behaviours that should be observed.', text('One behaviour.'), { minItems: 1 }),
    should_trigger: flag('false: the skill must stay unused.', { default: true }),
  },
);

export const skillShape = object(
  'A skill.',
  {
    kind: choice('What this document is.', ['skill']),
    name: text('The folder of the compiled skill has this name.', { pattern: HYPHENATED }),
    version: text('Semantic version; stands in the metadata.', { pattern: VERSION }),
    description: descriptionShape,
    context: text('What the model has to know before the first step. Markdown.'),
    steps: list('What to do, in order; name tools as `tool_name`.', text('One step.'), { minItems: 1 }),
    never: list('What not to do.', text('One thing, completing "Never …": "Invent a citation".'), { minItems: 1 }),
  },
  {
    title: text('Heading of the body; made from the name where absent.'),
    references: list('Files that belong to the skill and are read on demand.', referenceShape),
    servers: list('Servers whose tools the steps may name.', text('Name of a server.')),
    license: text('SPDX identifier, or the name of a licence file.'),
    compatibility: text('What the skill needs to run, only where it needs something.', { maxLength: 500 }),
    metadata: map('More front matter for hosts that read it.', text('A text.'), METADATA_KEY),
    allowed_tools: list(
      'Tools that a host may allow without asking (experimental in Agent Skills).',
      text('Name of a tool.'),
    ),
    evals: list('Cases that test the skill; give at least one that must not trigger it.', evalShape),
  },
);

export type SkillSpec = Static<typeof skillShape>;
