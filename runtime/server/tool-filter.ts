/** Which tools a server serves: flags and variables hide the others, from its lists, its texts and its calls. */
import { didYouMean } from '../language/nearest.ts';
import type { ServerDescriptor, ToolDescriptor } from '../descriptor/descriptor.ts';
import type { fitFinders } from '../behaviors/find/find.ts';
import { clip } from '../language/describe.ts';
import type { ProcessVariables } from './environment.ts';

/** For `--help`. */
export const FILTER_HELP =
  '--read-only, --tools a,tag:b and --without a,b hide tools; so do HAFT_READ_ONLY, HAFT_TOOLS and HAFT_WITHOUT.';

interface Setting {
  readonly flags: readonly string[];
  readonly variables: ProcessVariables;
  /** For servers with `list: search`. */
  readonly fitFinders?: typeof fitFinders | undefined;
}

/**
 * The server with the tools that every setting lets through: each can only hide more. A tool that calls a hidden one (`via`)
 * is hidden, too. Throws where a setting names what is not there, and where no tool is left.
 */
export function filterTools(server: ServerDescriptor, setting: Setting): ServerDescriptor {
  const { flags, variables } = setting;
  // Whatever it is set to but an explicit no: a slip must not open anything.
  const readOnly = flags.includes('--read-only') || !/^(?:0|false)?$/i.test(variables['HAFT_READ_ONLY'] ?? '');
  const only = listsIn('--tools', 'HAFT_TOOLS', setting);
  const lists = [...only, ...listsIn('--without', 'HAFT_WITHOUT', setting)];
  if (!readOnly && lists.length === 0) return server;
  const { printed: _texts, tools, instructions, ...rest } = server;
  for (const list of lists) checkNames(list, tools.flatMap(namesOf));
  const lets = (tool: ToolDescriptor): boolean => {
    const isFinder = tool.behavior.kind === 'find';
    return (
      (isFinder || !readOnly || tool.annotations?.['readOnlyHint'] === true) &&
      // What finds tools finds those that are left.
      lists.every((list) => {
        const isNamed = list[1].some((name) => namesOf(tool).includes(name));
        return only.includes(list) ? isNamed || isFinder : !isNamed;
      })
    );
  };
  const own = tools.filter(lets);
  const isLeft = (name: string): boolean => own.some((one) => one.name === name);
  const served = own.filter(({ behavior }) => behavior.kind !== 'via' || isLeft(behavior.tool));
  const fitting = setting.fitFinders?.(served, readOnly) ?? served;
  if (fitting.length === 0) throw new Error('No tool is left to serve: hide fewer.');
  const clean = withoutNames(tools.flatMap(({ name }) => (fitting.some((one) => one.name === name) ? [] : name)));
  const isServed = ({ tool }: { readonly tool?: string }): boolean =>
    tool === undefined || fitting.some(({ name }) => name === tool);
  return {
    ...rest,
    ...(rest.resources && { resources: rest.resources.filter(isServed) }),
    instructions: clean(instructions),
    tools: fitting.map((tool) => ({ ...tool, ...(tool.description && { description: clean(tool.description) }) })),
  };
}

/** Where a list is from, and its names: of tools, or `tag:` and a tag. */
type NameList = readonly [source: string, names: readonly string[]];

/** That of all flags together, and that of the variable; one that is empty is not set. */
function listsIn(flag: string, variable: string, { flags, variables }: Setting): readonly NameList[] {
  const values = flags.flatMap((one, at) => (one === flag ? (flags[at + 1] ?? '') : []));
  const split = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);
  const set = variables[variable];
  return [
    ...(values.length > 0 ? [[flag, split(values.join())] as const] : []),
    ...(set ? [[variable, split(set)] as const] : []),
  ];
}

function namesOf({ name, tags = [] }: ToolDescriptor): readonly string[] {
  return [name, ...tags.map((tag) => `tag:${tag}`)];
}

function checkNames([source, names]: NameList, all: readonly string[]): void {
  // A list without names has an empty one.
  const unknown = [...names, ...(names.length > 0 ? [] : [''])].find((name) => !all.includes(name));
  if (unknown === undefined) return;
  throw new Error(`${source} has an unknown tool "${clip(unknown)}".${didYouMean(unknown, all)}`);
}

/** Leaves out the sentences with a hidden name; a name that is a plain word counts only as code. */
function withoutNames(hidden: readonly string[]): (text: string) => string {
  const forms = hidden.map((name) => (/^[a-z]+$/i.test(name) ? `\`${name}\`` : name.replaceAll(/\W/g, '\\$&')));
  const named = new RegExp(`(?<![\\w-])(?:${forms.join('|') || '(?!)'})(?![\\w-])`);
  const hasNone = (sentence: string): boolean => !named.test(sentence);
  return (text) =>
    hasNone(text)
      ? text
      : text
          .split(/(?<=[.!?]\s)/)
          .filter(hasNone)
          .join('')
          .trimEnd();
}
