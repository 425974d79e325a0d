/** A path next to the option for a folder stays in the folder. */
import type { ArgvElement } from '@haft/runtime';
import { isGroup } from '../../../spec/behaviors/command-step.ts';
import { allSteps } from '../../../spec/behaviors/index.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { wordOf } from '../../analysis/program/word.ts';
import { programName } from '../../analysis/program/program-name.ts';
import { rule } from '../../rule.ts';
import type { ToolSpec } from '../../documents/tool.ts';

const packing = (argv: string): string => `name: search_books
---
kind: server
name: scans
version: 1.0.0
summary: Lists scanned books.
env: { SCANS: { description: Folder of the scans. } }
tools:
  - name: list_pages
    description: { does: Lists the pages of a scanned book., when: the user asks what was scanned }
    effects: read
    parameters: { path: { type: string, description: Path of the scan in the folder. } }
    required: [path]
    command: { argv: ${argv}, stdout: lines }`;

export const pathOpen = rule({
  id: 'tool/path-open',
  subject: 'tool',
  severity: 'warning',
  says: 'A path that a model chooses should not be able to leave the folder that an option selects.',
  why: 'The option only changes the working directory: with "../" or an absolute path the program reads any file. The server rejects such a value only inside a path.',
  source: 'MCP 2025-11-25, tools, security considerations (servers validate all tool inputs)',
  good: [
    packing('[tar, -C, "{env.SCANS}", -c, "./{path}"]'),
    packing('[tar, -tf, "{env.SCANS}/{path}"]'),
    packing('[git, -C, "{env.SCANS}", log, --, "{path}"]'),
  ],
  bad: [packing('[tar, -C, "{env.SCANS}", -c, "{path}"]'), packing('[tar, "--directory=/srv/scans", [-T, "{path}"]]')],
  check({ spec }, report) {
    for (const { path: base, parts } of allSteps(spec)) {
      if (!parts.program) continue;
      const elements = elementsOf(parts.program.argv);
      const [program] = elements;
      const option = folderOption(elements);
      if (!program || !option || CONFINED.has(programName(wordOf(program.text, [], spec)))) continue;
      for (const { text, path } of elements) {
        const { free } = wordOf(text, path, spec);
        if (free?.word !== text || !isPath(free.name, spec)) continue;
        report(
          [...base, 'argv', ...path],
          `"${free.name}" can leave the folder that \`${option.name}\` selects.`,
          `Write "./${text}", or "${option.folder}/${text}" if the program does not resolve the path in that folder; the server then rejects values that leave it.`,
        );
      }
    }
  },
});

/** Rejects paths outside of its folder itself. */
const CONFINED: ReadonlySet<string> = new Set(['git']);

const OPTION = /^(-C|--directory|--chdir|--cwd|--working-dir(?:ectory)?)(?:=(.*))?$/;

interface Element {
  readonly text: string;
  readonly path: NodePath;
}

function elementsOf(argv: readonly ArgvElement[]): Element[] {
  return argv.flatMap((element, at): Element[] => {
    if (typeof element === 'string') return [{ text: element, path: [at] }];
    return isGroup(element) ? element.map((text, inner) => ({ text, path: [at, inner] })) : [];
  });
}

/** With a folder of the author or the environment; `grep -C 3` is something else. */
function folderOption(elements: readonly Element[]): { readonly name: string; readonly folder: string } | undefined {
  for (const [at, { text }] of elements.entries()) {
    const [, name, attached] = OPTION.exec(text) ?? [];
    const folder = attached ?? elements[at + 1]?.text ?? '';
    if (name !== undefined && /^(?:\{env\.|[/\\~]|[A-Za-z]:)/.test(folder)) return { name, folder };
  }
  return undefined;
}

function isPath(name: string, { parameters = {} }: ToolSpec): boolean {
  const { description = '', pattern, format } = parameters[name] ?? {};
  if (pattern !== undefined || format !== undefined) return false;
  return (
    /(?:^|_)(?:paths?|files?|filename|folders?|director(?:y|ies)|dirs?|archive)$/.test(name) ||
    STATED_PATH.test(description)
  );
}

const STATED_PATH = /^(?:\w+ ){0,3}(?:paths?|files?|folders?|director(?:y|ies))\b/i;
