/** Failures of files of a folder that cannot be read. */
import { cancelled } from '../../server/call-failures.ts';
import type { FileBehavior } from '../../descriptor/descriptor.ts';
import type { ToolFailure } from '../../server/failure.ts';
import { authoredFailure, failure } from '../../server/failure.ts';
import { clip } from '../../language/describe.ts';
import type { NotRead } from './read-inside.ts';

/** By what is in the way; with the author's message if the file does not exist. */
export function notReadFailure(
  why: NotRead,
  path: string,
  { max_bytes, not_found }: Pick<FileBehavior, 'max_bytes' | 'not_found'>,
): ToolFailure {
  const named = `The file ${clip(path)}`;
  switch (why) {
    case 'aborted':
      return cancelled();
    case 'not_found':
      if (not_found !== undefined) return authoredFailure(not_found, 'not_found');
      return failure('not_found', `${named} does not exist.`, 'Check the path and call the tool again.');
    case 'no_folder':
      return failure('folder_missing', 'The folder of this tool cannot be opened.', TELL_USER);
    case 'outside':
      return failure(
        'outside_folder',
        `${named} is not in the folder of this tool.`,
        'Use another path. Do not retry.',
      );
    case 'not_a_file':
      return failure('not_a_file', `The path ${clip(path)} is not a file.`, 'Use the path of a file.');
    case 'too_large':
      return failure(
        'too_large',
        `${named} is larger than ${max_bytes} bytes.`,
        'Use a smaller file, or tell the user.',
      );
    default:
      return failure('not_readable', `${named} cannot be read.`, 'Tell the user that the server may not read it.');
  }
}

const TELL_USER = 'Tell the user to check the folder that this server is set up with. Do not retry before that.';
