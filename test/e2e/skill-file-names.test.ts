/** Files of skills from the command line: what is left out is named, names that nothing can write are findings, and a ref of the same tree has no changes. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { haft } from '../support/haft.ts';
import { SKILL, linkedProject } from '../support/linked.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const TRIP = 'specs/trip';

function projectWith(files: Readonly<Record<string, string>>, skill: string = SKILL): string {
  const root = join(linkedProject({}, { [`app/${TRIP}/skill.yaml`]: skill }), 'app');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, TRIP, path)), { recursive: true });
    writeFileSync(join(root, TRIP, path), text);
  }
  return root;
}

function printed(root: string, ...args: readonly string[]): string {
  const { stdout, stderr } = haft(root, ...args);
  return stdout + stderr;
}

describe.skipIf(ON_WINDOWS)('the three folders of a skill', () => {
  test('haft.yaml is a file like any other there; what is hidden, installed or gone is named', () => {
    const root = projectWith(
      {
        'assets/haft.yaml': '{}\n',
        'assets/template/.gitignore': '*\n',
        'assets/.DS_Store': '',
        'scripts/node_modules/x/index.js': '',
      },
      SKILL.replace('references/lines.md', 'assets/haft.yaml'),
    );
    symlinkSync('nowhere', join(root, TRIP, 'references/gone.md'));
    const text = printed(root, 'check');
    expect(text).toContain('warning skill/files-left');
    expect(text).toContain('"assets/template/.gitignore", "references/gone.md", "scripts/node_modules".');
    expect(text).not.toMatch(/ error |DS_Store/);
    expect(haft(root, 'compile').code).toBe(0);
    expect(readFileSync(join(root, 'generated/skills/plan-a-journey/assets/haft.yaml'), 'utf8')).toBe('{}\n');
  });

  test.each(['a:b?.txt', 'a\\b.txt', 'c:/x.txt'])('"%s" is an error at the skill, of check as of compile', (name) => {
    const root = projectWith({ [`assets/${name}`]: 'x' });
    for (const command of ['check', 'compile']) {
      const { code, stdout, stderr } = haft(root, command);
      expect(stdout + stderr).toContain('skill.yaml:2:7 error file/name-not-portable');
      expect(stdout + stderr).toContain(JSON.stringify(`${TRIP}/assets/${name}`));
      expect(code).toBe(1);
    }
  });

  test('names that Windows or macOS cannot have next to each other are a warning', () => {
    const root = projectWith({ 'assets/con.txt': '', 'assets/what?.md': '', 'scripts/x.py': '' });
    for (const name of ['assets/A.txt', 'assets/a.txt', 'assets/\u00E9.txt', 'assets/e\u0301.txt'])
      writeFileSync(join(root, TRIP, name), name);
    const text = printed(root, 'check');
    expect(text).toContain('keep only one of these files: "assets/A.txt" and "assets/a.txt", ');
    expect(text).toContain('Files cannot have these names on Windows: "assets/con.txt", "assets/what?.md".');
    expect(text.match(/warning file\/name-not-portable/g)).toHaveLength(2);
    expect(text).not.toContain(' error ');
    expect(haft(root, 'compile').code).toBe(0);
  });

  test('an import skips such names, and says so', () => {
    const root = projectWith({});
    const source = join(root, '../outside/tidy');
    mkdirSync(join(source, 'assets'), { recursive: true });
    writeFileSync(join(source, 'SKILL.md'), '---\nname: tidy\ndescription: Tidies a desk.\n---\nTidy it.\n');
    writeFileSync(join(source, 'assets/a:b.txt'), 'x');
    writeFileSync(join(source, 'assets/haft.yaml'), '{}\n');
    const text = printed(root, 'import', 'skills', '../outside');
    expect(text).toContain('"tidy/assets/a:b.txt" has a name that is not portable, so it is not imported.');
    expect(text).not.toContain('is a configuration of Haft');
    expect(haft(root, 'compile').code).toBe(0);
    expect(existsSync(join(root, 'generated/skills/tidy/assets/haft.yaml'))).toBe(true);
  });

  test('a ref of the same tree has no changes', () => {
    const root = projectWith({ 'assets/real.txt': 'real', 'assets/haft.yaml': '{}\n' });
    mkdirSync(join(root, 'shared/dir'), { recursive: true });
    writeFileSync(join(root, 'shared/dir/one.md'), 'one');
    symlinkSync('real.txt', join(root, TRIP, 'assets/link.txt'));
    symlinkSync('../../../shared/dir', join(root, TRIP, 'assets/dir'));
    for (const args of ['init -q', 'add -A', '-c user.name=x -c user.email=x@example.org commit -q -m x'])
      execFileSync('git', args.split(' '), { cwd: root });
    expect(haft(root, 'diff', '--against', 'HEAD', '--format', 'json', '--fail-on', 'breaking')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"changes": []'),
    });
  });
});

test('an import gives each reason its own hint, and a description that is empty stays a warning', () => {
  const root = projectWith({});
  const texts = {
    latin: Buffer.from('---\nname: latin\ndescription: caf\u00E9\n---\nx\n', 'latin1'),
    broken: '---\nname: [\n---\nx\n',
    plain: 'No front matter.\n',
    tidy: '---\nname: tidy\ndescription: ""\n---\nTidy it.\n',
  };
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(join(root, '../outside', name), { recursive: true });
    writeFileSync(join(root, '../outside', name, 'SKILL.md'), text);
  }
  const text = printed(root, 'import', 'skills', '../outside');
  expect(text).toMatch(
    /latin\/SKILL\.md" is not imported: it is not UTF-8\.\n(?:.*\n){0,3}\s*hint: Save it as UTF-8\./,
  );
  expect(text).toMatch(
    /broken\/SKILL\.md" is not imported: .* Line 2: Unclosed "\["\.\n(?:.*\n){0,3}\s*hint: Add "\]"/,
  );
  expect(text).toMatch(/plain\/SKILL\.md" is not imported: .*\n(?:.*\n){0,3}\s*hint: Start it with a line `---`/);
  const { code, stdout, stderr } = haft(root, 'check');
  expect(stdout + stderr).toContain('warning skill/description-length');
  expect(stdout + stderr).toContain('The description of skill "tidy" is empty');
  expect(code).toBe(0);
});

test('bump of a skill says that it is one', () => {
  const { code, stderr } = haft(projectWith({}), 'bump', 'plan-a-journey');
  expect(code).not.toBe(0);
  expect(stderr).toContain('"plan-a-journey" is a skill, and only tools are bumped.');
});

test('bump of a released skill that is gone says how to get it back, or release without it', () => {
  const root = projectWith({});
  const other = SKILL.replace('plan-a-journey', 'name-a-train').replace(/servers:.*\nreferences:[^]*/, '');
  mkdirSync(join(root, 'specs/gone'));
  writeFileSync(join(root, 'specs/gone/skill.yaml'), other);
  expect(haft(root, 'release')).toMatchObject({ code: 0 });
  rmSync(join(root, 'specs/gone'), { recursive: true });
  const { stderr } = haft(root, 'bump', '--restore', 'name-a-train');
  expect(stderr).toContain('hint: Restore its spec and its files from version control, or let `haft release` record');
  expect(haft(root, 'release')).toMatchObject({ code: 0 });
});
