/** SKILL.md: front matter, then the body of EXT §2.1: title, context, numbered steps, what not to do, references. */
import Handlebars from 'handlebars';
import type { SkillPlan } from '../../plan/model.ts';
import { controlFree } from '../../base/visible-text.ts';
import { frontMatter } from './front-matter.ts';

const BODY = `
# {{title}}

{{context}}

## Steps

{{#each steps}}
{{number}}. {{text}}
{{/each}}

## Do not

{{#each never}}
- {{this}}
{{/each}}
{{#if example}}

## Example

{{example}}
{{/if}}
{{#if servers}}

## Tools

The tools named above come from: {{servers}}. If they are not connected, do not guess their results; tell the user which server is missing.
{{/if}}
{{#if references}}

## References

{{#each references}}
- Read \`{{file}}\` when {{when}}
{{/each}}
{{/if}}
`;

interface BodyView {
  readonly title: string;
  readonly context: string;
  readonly steps: readonly { readonly number: number; readonly text: string }[];
  readonly example: string;
  readonly never: readonly string[];
  readonly servers: string;
  readonly references: readonly { readonly file: string; readonly when: string }[];
}

let template: Handlebars.TemplateDelegate<BodyView> | undefined;

export function skillMd(skill: SkillPlan): string {
  return frontMatter(skill) + skillBody(skill);
}

/** What a model reads once the skill is loaded. */
export function skillBody(skill: SkillPlan): string {
  if (skill.text !== undefined) return skill.text;
  template ??= Handlebars.compile<BodyView>(BODY, { strict: true, noEscape: true });
  return template(view(skill));
}

function view(skill: SkillPlan): BodyView {
  return {
    title: oneLine(skill.title),
    context: controlFree(skill.context.trim()),
    steps: skill.steps.map((step, index) => ({ number: index + 1, text: inItem(step, `${index + 1}. `.length) })),
    example: controlFree((skill.example ?? '').trim()),
    never: skill.never.map((text) => inItem(text, 2)),
    servers: skill.servers.map(oneLine).join(', '),
    references: skill.references.map(({ file, when }) => ({ file, when: inItem(when, 2) })),
  };
}

function oneLine(text: string): string {
  return controlFree(text.trim()).replaceAll(/\s+/g, ' ');
}

/** Further lines are indented, so that a text of several lines remains one item of its list. */
function inItem(text: string, indent: number): string {
  return controlFree(text.trim()).replaceAll('\n', `\n${' '.repeat(indent)}`);
}
