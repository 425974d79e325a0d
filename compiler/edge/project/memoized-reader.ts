/** Reads only changed files and returns the same objects for the others, so that cached results stay valid. */
import type { SkillFile } from '../../check/model.ts';
import type { Result, SourceFile } from '../../base/diagnostic.ts';
import { decode } from '../../spec/yaml/decode.ts';
import { linkPrevious } from '../../spec/yaml/reuse.ts';
import { sha256 } from '../write/manifest.ts';
import { type Reader, bytesOf, carriedFile } from './read-sources.ts';
import { type Stamp, isUnchanged, stampOf } from './stamp.ts';
import type { FoundFile } from './walk.ts';

/** What was read of a file, while its bytes stay the same. */
interface Known<T> {
  /** Absent for the text of an editor. */
  readonly stamp: Stamp | undefined;
  readonly hash: string;
  readonly value: T;
}

type OpenText = (absolute: string) => string | undefined;

/**
 * `changed`: absolute paths, when nothing else can have changed. `openText`: the text of a file in an editor, instead of that on
 * the disk.
 */
export function memoizedReader(
  openText: OpenText = () => undefined,
): (changed: ReadonlySet<string> | undefined) => Reader {
  const specs = memory<Result<SourceFile>>(openText);
  const carried = memory<SkillFile>(openText);
  const reader: Reader = {
    spec: (file) => specs.read(file, (bytes, before) => follow(decode(file.path, bytes), before)),
    carried: (file) => carried.read(file, (bytes) => carriedFile(file, bytes)),
  };
  return (changed) => {
    specs.begin(changed);
    carried.begin(changed);
    return reader;
  };
}

function memory<T>(openText: OpenText) {
  // By absolute path, of the previous and the current build: a deleted file is dropped.
  let previous: ReadonlyMap<string, Known<T>> = new Map();
  let current = new Map<string, Known<T>>();
  let certain: ReadonlySet<string> | undefined;
  return {
    begin(changed: ReadonlySet<string> | undefined) {
      certain = changed;
      previous = current;
      current = new Map();
    },
    read(file: FoundFile, make: (bytes: Uint8Array, before: T | undefined) => T): T {
      const before = previous.get(file.absolute);
      if (before) current.set(file.absolute, before);
      if (before && certain?.has(file.absolute) === false) return before.value;
      const open = openText(file.absolute);
      const stamp = open === undefined ? stampOf(file.absolute) : undefined;
      if (before && isUnchanged(before.stamp, stamp)) return before.value;
      const bytes = open === undefined ? bytesOf(file) : Buffer.from(open);
      const hash = `${sha256(bytes)} ${file.path} ${file.mode}`;
      const value = before?.hash === hash ? before.value : make(bytes, before?.value);
      if (stamp !== undefined || open !== undefined) current.set(file.absolute, { stamp, hash, value });
      return value;
    },
  };
}

/** Texts that are not fit to load are never parsed, so nothing comes after them. */
function follow(now: Result<SourceFile>, before: Result<SourceFile> | undefined): Result<SourceFile> {
  const [text, earlier] = [now, before].map((one) => (one?.diagnostics.length === 0 ? one.value : undefined));
  if (text && earlier) linkPrevious(text, earlier);
  return now;
}
