/** Shape of a skill: the description by which a host loads it, and the body that a model follows (EXT §2.1). */
import { type Static, choice, flag, list, map, object, text } from '../../spec/shape/build.ts';
import type { JsonObject } from '@haft/runtime/language';
import { HYPHENATED, METADATA_KEY, SKILL_FILE, VERSION } from '../../spec/shape/names.ts';

export const skillDescriptionShape = object(
  'What a host reads to decide whether to load the skill. Haft joins the parts in this order.',
  {
    does: text('What the skill does, in one sentence.'),
    when: text('The situation, completing "Use when …": "the user wants a bibliography".'),
    triggers: list('Two or three phrases that users say (EXT §2.1).', text('A phrase as a user would type it.'), {
      minItems: 2,
      maxItems: 3,
      uniqueItems: true,
    }),
    not_for: list(
      'When not to use it; becomes "Do NOT use for …" (EXT §2.1).',
      object(
        'A case for another skill or tool.',
        { case: text('The case, completing "Do NOT use for …": "finding new papers on the web".') },
        { use: text('The skill or tool to use instead, or `server.tool` where several servers have that name.') },
      ),
      { minItems: 1 },
    ),
  },
);

const referenceShape = object('A file that the model reads on demand.', {
  file: text('Path under references/, scripts/ or assets/, next to the spec.', { pattern: SKILL_FILE }),
  when: text('When to read it, completing "Read … when …".'),
});

const evalShape = object(
  'A test case for the skill.',
  { input: text('The user request.') },
  {
    expected_behavior: list('Behavior to observe.', text('One behavior.'), { minItems: 1 }),
    should_trigger: flag('Whether the skill should be used.', { default: true }),
  },
);

export const skillShape = object(
  'A skill.',
  {
    kind: choice('The kind of this document.', ['skill']),
    name: text('Name of the skill and of its output folder.', { pattern: HYPHENATED }),
    version: text('Semantic version, written to the metadata.', { pattern: VERSION }),
    description: skillDescriptionShape,
    context: text('What the model must know before the first step, as Markdown.'),
    steps: list('What to do, in order. Name tools as `tool_name`.', text('One step.'), { minItems: 1 }),
    never: list('What not to do.', text('One thing, completing "Never …": "Invent a citation".'), { minItems: 1 }),
  },
  {
    example: text(
      'One request and how the steps handle it, as Markdown; rendered after what not to do. Show what is easy to get wrong.',
    ),
    title: text('Heading of the body. Default: derived from the name.'),
    references: list('Files of the skill that the model reads on demand.', referenceShape),
    servers: list('Servers whose tools the steps use.', text('Server name.')),
    license: text('SPDX identifier, or the name of a license file.'),
    compatibility: text('What the skill needs to run, if anything.', { maxLength: 500 }),
    metadata: map('Additional front matter for hosts that support it.', text('A text.'), METADATA_KEY),
    allowed_tools: list(
      'Tools that a host may run without asking the user (experimental in Agent Skills).',
      text('Tool name.'),
    ),
    evals: list('Test cases for the skill; include at least one that must not trigger it.', evalShape),
  },
);

export type SkillSpec = Static<typeof skillShape> & Imported;

/** Keys of profile `mcp`. */
interface Imported {
  /** The body as it is. */
  readonly text?: string;
  /** The file beside the spec that has it. */
  readonly text_file?: string;
  /** Further front matter, in its order. */
  readonly front_matter?: JsonObject;
  /** The front matter with its `---` lines, to the letter. */
  readonly front_matter_source?: string;
}
