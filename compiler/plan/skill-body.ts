/** The body of a skill: what a model reads once it is loaded (EXT §2.1): title, context, numbered steps, what not to do, references. */
import type { SkillPlan } from './model.ts';
import { controlFree } from '../base/visible-text.ts';

/** Markdown, without front matter. */
export function skillBody(skill: SkillPlan): string {
  return skill.text ?? bodyOf(skill);
}

function bodyOf({ title, context, steps, never, example = '', servers, references }: SkillPlan): string {
  const names = servers.map(oneLine).join(', ');
  const tools = `The tools named above come from: ${names}. If they are not connected, do not guess their results; tell the user which server is missing.`;
  const numbered = steps.map((step, index) => `${index + 1}. ${inItem(step, `${index + 1}. `.length)}`);
  const forbidden = never.map((text) => `- ${inItem(text, 2)}`);
  const files = references.map(({ file, when }) => `- Read \`${file}\` when ${inItem(when, 2)}`);
  const lines = [
    `\n# ${oneLine(title)}\n\n${trimControls(context)}`,
    section('Steps', numbered),
    section('Do not', forbidden),
    ...(trimControls(example) === '' ? [] : [section('Example', [trimControls(example)])]),
    ...(names === '' ? [] : [section('Tools', [tools])]),
    ...(files.length === 0 ? [] : [section('References', files)]),
  ];
  return `${lines.join('\n')}\n`;
}

function section(heading: string, lines: readonly string[]): string {
  return ['', `## ${heading}`, '', ...lines].join('\n');
}

function trimControls(text: string): string {
  return controlFree(text.trim());
}

function oneLine(text: string): string {
  return trimControls(text).replaceAll(/\s+/g, ' ');
}

/** Further lines are indented, so that a text of several lines remains one item of its list. */
function inItem(text: string, indent: number): string {
  return trimControls(text).replaceAll('\n', `\n${' '.repeat(indent)}`);
}
