/** What can go wrong with a PDF file, and the words for it: what is, and what the model can do next. */

export type ProblemCode = keyof typeof WORDS;

/** `detail` stands in the words: a name, a number. */
export interface Problem {
  readonly problem: ProblemCode;
  readonly detail?: string;
}

export type Outcome<T> = { readonly value: T } | Problem;

interface Words {
  readonly error: string;
  readonly hint: string;
}

export function wordsFor({ problem, detail = '' }: Problem): Words {
  const { error, hint } = WORDS[problem];
  return { error: error.replace('{}', () => detail), hint };
}

export function beyondEnd(page: number, pages: number): Problem {
  const detail = `There is no page ${page}: the file ends with page ${pages}.`;
  return { problem: 'page_out_of_range', detail };
}

const ASK_FOR_ANOTHER = 'Ask the user for another copy of the file; calling again will not help.';

const WORDS = {
  folders_not_set: {
    error: 'This server may not read any folder yet: the environment variable PDF_FOLDERS is not set.',
    hint: 'Ask the user to set PDF_FOLDERS in the entry of this server at the host to the folders with their PDF files, as whole paths separated by ":" (";" on Windows), and to restart the host.',
  },
  setting_invalid: {
    error: 'A setting of this server is wrong: {}.',
    hint: 'Ask the user to correct it in the entry of this server at the host, and to restart the host.',
  },
  outside_folders: {
    error: 'The file is outside the folders that this server may read.',
    hint: 'Ask the user to move the file into one of the folders of PDF_FOLDERS, or to add its folder there; do not try other paths.',
  },
  file_not_found: {
    error: 'There is no such file in the folders that this server may read.',
    hint: 'Ask the user for the exact path of the file; do not guess it.',
  },
  not_readable: {
    error: 'The file is there, but this server has no permission to read it.',
    hint: 'Ask the user to allow reading it.',
  },
  not_a_file: {
    error: 'This is a folder or a device, not a file.',
    hint: 'Ask the user for the path of the PDF file itself.',
  },
  too_large: {
    error: 'The file is larger than {} MB, which is the most that this server opens.',
    hint: 'Ask the user for a smaller file, such as the chapter in question on its own.',
  },
  empty_file: { error: 'The file is empty: it has no bytes at all.', hint: ASK_FOR_ANOTHER },
  not_a_pdf: {
    error: 'The file is not a PDF, whatever its name says: the mark at its beginning is missing.',
    hint: 'Ask the user which file is meant, or read it with a tool for its own kind.',
  },
  damaged: { error: 'The file is damaged: its pages cannot be found.', hint: ASK_FOR_ANOTHER },
  no_pages: { error: 'The file is a PDF without a single page.', hint: ASK_FOR_ANOTHER },
  encrypted: {
    error: 'The file is locked with a password.',
    hint: 'Ask the user for a copy without a password; never ask for the password itself.',
  },
  no_text: {
    error:
      'There is no text on {}. Scanned? Such pages are pictures, blank, or set in a font whose letters cannot be told.',
    hint: 'Try other pages of the file; where they are empty too, ask the user for a version with recognized text (OCR).',
  },
  page_out_of_range: {
    error: '{}',
    hint: 'Call again with pages that the file has; get_pdf_info tells how many there are.',
  },
  character_out_of_range: {
    error: '{}',
    hint: 'Leave start_character out, or take it from next_character of an answer about this page.',
  },
  query_empty: {
    error: 'There is nothing to look for: "query" has only blanks and characters that nobody sees.',
    hint: 'Call again with words that the text may hold.',
  },
  too_slow: {
    error: 'The file could not be read within {} s, and the work on it was ended.',
    hint: 'Try fewer pages at once. If a single page takes too long, the file may be made to do so: tell the user.',
  },
  out_of_memory: {
    error: 'Reading the file took more than {} MB of memory, and the work on it was ended.',
    hint: 'Try fewer pages at once. If that fails too, tell the user; PDF_MEMORY_MB allows more.',
  },
  reader_crashed: {
    error: 'The reader broke down over this file; the server itself is well.',
    hint: 'Try other pages once. If that fails too, tell the user that this file cannot be read here.',
  },
  stopped: { error: 'The work was stopped before it was done.', hint: 'Call again if the text is still wanted.' },
} as const satisfies Record<string, Words>;
