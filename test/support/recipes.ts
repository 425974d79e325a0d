/** The recipes of a page as what they are: by heading, the files that it shows with their paths, and its commands. */

export interface Recipe {
  /** Text by path, as in "```json turbo.json". */
  readonly files: Readonly<Record<string, string>>;
  /** Every line of its blocks of "sh". */
  readonly commands: readonly string[];
}

export function recipesOf(page: string): Readonly<Record<string, Recipe>> {
  const sections = page.split(/^## /m).slice(1);
  return Object.fromEntries(
    sections.map((section) => {
      const blocks = [...section.matchAll(/^```(\w+)(?: (\S+))?\n([^]*?)^```$/gm)];
      return [section.slice(0, section.indexOf('\n')), recipeOf(blocks)];
    }),
  );
}

function recipeOf(blocks: readonly RegExpExecArray[]): Recipe {
  const files = blocks.flatMap(([, , path, text = '']) => (path === undefined ? [] : [[path, text] as const]));
  const shell = blocks.filter(([, language, path]) => language === 'sh' && path === undefined);
  return {
    files: Object.fromEntries(files),
    commands: shell.flatMap(([, , , text = '']) => text.trim().split('\n')),
  };
}
