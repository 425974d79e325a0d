/** Edits that break only rules of versions: built as a draft, which a model reads as one; all other errors keep the last good output. */
import * as fc from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Diagnostic } from '../../compiler/base/diagnostic.ts';
import { LATER_RULES } from '../../compiler/check/check.ts';
import { draftOf, openSession } from '../../compiler/cli/watch/session.ts';
import type { CheckedProject } from '../../compiler/edge/passes/run-passes.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { screenOf } from '../../compiler/cli/watch/screen.ts';
import { temporaryFolder } from '../support/folder.ts';
import { TEXT, SPEC, edited } from '../support/released.ts';
import { runs } from '../support/runs.ts';

const planned = planSpecs([{ path: SPEC, text: TEXT }]).value;
const span = { file: SPEC, start: 0, end: 1 };

const finding = fc
  .record({
    code: fc.constantFrom(...LATER_RULES, 'tool/verb-first', 'server/handler-types', 'version/of-tomorrow'),
    severity: fc.constantFrom('error', 'error', 'warning', 'note'),
    tool: fc.constantFrom('get_time', 'list_trains', 'gone_tool', undefined),
  })
  .map(({ tool, ...one }): Diagnostic => {
    return { ...one, message: 'x', span, about: { server: 'clock', ...(tool !== undefined && { tool }), path: [] } };
  });

test('for any findings: a draft breaks rules of versions and nothing else, and marks exactly the tools that do', () => {
  fc.assert(
    fc.property(fc.array(finding, { maxLength: 6 }), (diagnostics) => {
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      const compiled = errors.length === 0 ? { compiled: planned } : {};
      const draft = draftOf({ diagnostics, planned, ...compiled } as unknown as CheckedProject);
      const isDraft = errors.length > 0 && errors.every(({ code }) => LATER_RULES.includes(code));
      expect(draft !== undefined).toBe(isDraft);
      if (!draft) return;
      expect(draft.breaks).toEqual(errors);
      for (const [at, tool] of (draft.specs.plan.servers[0]?.tools ?? []).entries()) {
        const before = planned?.plan.servers[0]?.tools[at];
        const codes = new Set(errors.filter(({ about }) => about.tool === tool.name).map(({ code }) => code));
        if (codes.size === 0) expect(tool).toBe(before);
        else
          expect(tool.description.text).toBe(
            `Draft, not released: breaks ${[...codes].join(', ')}.\n\n${before?.description.text}`,
          );
        expect({ ...tool, description: before?.description }).toEqual(before);
      }
    }),
    { numRuns: runs(10_000) },
  );
});

test('a watch serves the draft, says so, and the release replaces it', async () => {
  const root = edited((text) => text.replace('maxLength: 40', 'maxLength: 4'));
  const session = openSession({ cwd: root });
  const build = () => session.build({ today: '2026-11-21' });
  const server = (): string => readFileSync(join(root, 'generated/servers/clock/server.mjs'), 'utf8');
  const drafted = await build();
  expect(drafted?.done?.draft.map(({ code }) => code)).toEqual(['version/breaking-in-place']);
  expect(server()).toContain('"maxLength":4');
  expect(server().match(/Draft, not released: breaks version\/breaking-in-place\./g)).toHaveLength(1);
  const screen = drafted && screenOf(drafted, 1, 'generated', { color: false, width: 80 });
  expect(screen).toMatch(
    /^built draft 1 server .*\n[^]*\ndraft: get_time \(version\/breaking-in-place\): served until/m,
  );
  writeFileSync(join(root, SPEC), TEXT.replace('command:', 'comand:'));
  expect((await build())?.done).toBeUndefined();
  expect(server()).toContain('Draft, not released');
  writeFileSync(join(root, SPEC), TEXT);
  expect((await build())?.done?.draft).toEqual([]);
  expect(server()).not.toContain('Draft, not released');
});

test('a build without output names no folder', async () => {
  const root = temporaryFolder({ 'haft.yaml': 'foo: [' });
  const built = await openSession({ cwd: root }).build({ today: '2026-11-21' });
  const screen = built && screenOf(built, 1, '', { color: false, width: 80 });
  expect(screen).toBe('1 error: nothing was compiled. Checked in 1.0 ms.\n');
});
