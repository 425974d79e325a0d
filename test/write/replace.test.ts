/** A file that another program holds open on Windows is replaced as soon as it is let go, and not tried for ever. */
import { expect, test } from 'vitest';
import { replaceFile } from '../../compiler/edge/write/temporary.ts';

interface Tried {
  readonly tries: number;
  readonly waited: number;
  readonly thrown: unknown;
}

/** `codes`: how the tries fail, in order; the next one succeeds. */
function trying(platform: string, codes: readonly string[]): Tried {
  let [tries, waited] = [0, 0];
  const rename = (): void => {
    const code = codes[tries];
    tries += 1;
    if (code !== undefined) throw Object.assign(new Error(code), { code });
  };
  try {
    replaceFile('a', 'b', { platform, rename, wait: (time) => void (waited += time) });
    return { tries, waited, thrown: undefined };
  } catch (thrown) {
    return { tries, waited, thrown };
  }
}

const always = (code: string): string[] => Array.from({ length: 100 }, () => code);

test.each<[string, readonly string[], Partial<Tried>]>([
  ['win32', [], { tries: 1, waited: 0, thrown: undefined }],
  ['win32', ['EPERM', 'EBUSY', 'EACCES'], { tries: 4, waited: 70, thrown: undefined }],
  ['win32', always('EPERM'), { tries: 8, waited: 1000, thrown: expect.objectContaining({ code: 'EPERM' }) }],
  ['win32', ['ENOSPC'], { tries: 1, waited: 0, thrown: expect.objectContaining({ code: 'ENOSPC' }) }],
  ['linux', ['EPERM'], { tries: 1, waited: 0, thrown: expect.objectContaining({ code: 'EPERM' }) }],
])('%s: %j', (platform, codes, expected) => {
  expect(trying(platform, codes)).toEqual(expected);
});
