/** Help as programs of five families print it, about a catalog of books. */

/** GNU argp: no subcommands. */
export const ARGP = `Usage: shelf [OPTION...] [FILE...]
List the books of a catalog.

  -a, --author=NAME          only books of NAME
  -c, --count=NUM            at most NUM books
      --delete               delete the books that are found
  -J, --json                 use JSON output format
  -o, --output=FILE          write output to FILE
  -r, --run=COMMAND          run COMMAND for each book
  -s, --sort=KEY             sort by KEY, one of: title, year, author
  -x, --exclude <list>       leave out these shelves
  -?, --help                 give this help list
  -V, --version              print program version

Mandatory arguments to long options are mandatory for short options too.

EXIT STATUS
  1  no book was found
  2  the catalog cannot be read
`;

/** clap: subcommands, and values in angle brackets. */
export const CLAP = `A catalog of books

Usage: shelf [OPTIONS] <COMMAND>

Commands:
  list    List the books of a shelf
  find    Find books by their words
  add     Add a book
  lend    Lend a book to a reader
  new     Find and import new books
  completion  Generate a completion script
  help    Print this message or the help of the given subcommand(s)

Options:
  -h, --help     Print help
  -V, --version  Print version
`;

export const CLAP_FIND = `Find books by their words

Usage: shelf find [OPTIONS] <QUERY> [SHELVES]...

Arguments:
  <QUERY>
          Words of the title

  [SHELVES]...
          Shelves to look at

Options:
  -n, --limit <N>
          At most so many

      --format <FORMAT>
          How results are printed

          [possible values: text, json]

      --replace <TEXT>
          Replace the words by TEXT

  -h, --help
          Print help
`;

/** cobra. */
export const COBRA = `Shelf keeps a catalog of books.

Usage:
  shelf [command]

Available Commands:
  books       Print the titles of all books
  completion  Generate the autocompletion script for the specified shell
  help        Help about any command
  remove      Remove a book
  show        Work with views

Flags:
  -h, --help          help for shelf
      --store string  folder of the catalog (default: $SHELF_STORE)

Use "shelf [command] --help" for more information about a command.
`;

export const COBRA_BOOKS = `Print the titles of all books

Usage:
  shelf books [flags]

Flags:
  -h, --help          help for books
      --max int       number of books
      --tag strings   only books with this tag

Global Flags:
      --json          JSON output for commands that support it
      --store string  folder of the catalog (default: $SHELF_STORE)
`;

/** Python's argparse. */
export const ARGPARSE = `usage: shelf [-h] [--version] {list,import} ...

Looks after a catalog.

positional arguments:
  {list,import}
    list           list all books
    import         import books from a file

options:
  -h, --help       show this help message and exit
  --version        show program's version number and exit
`;

export const ARGPARSE_LIST = `usage: shelf list [-h] [--order {title,year}] [--width WIDTH] shelf

positional arguments:
  shelf                 name of the shelf

options:
  -h, --help            show this help message and exit
  --order {title,year}  order of the books
  --width WIDTH, -w WIDTH
                        width of a line
`;

/** BSD: a line of usage with clusters of letters, and the rest in the manual page. */
export const BSD = `usage: shelf [-al] [-n number] file ...
`;

export const BSD_MANUAL = `SHELF(1)                 General Commands Manual                SHELF(1)

NAME
     shelf – print the lines of a catalog

SYNOPSIS
     shelf [-al] [-n number] file ...

DESCRIPTION
     The options are as follows:

     -a      Show all lines.

     -n number
             Show only so many lines.

     -w      Write the catalog anew.

EXIT STATUS
     The shelf utility exits 0 on success, and >0 if an error occurs.
`;

/** What clap prints for fish, for the program of `CLAP`. */
export const FISH = String.raw`# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
complete -c shelf -n "__fish_shelf_needs_command" -s h -l help -d 'Print help'
complete -c shelf -n "__fish_shelf_needs_command" -f -a "list" -d 'List the books of a shelf'
complete -c shelf -n "__fish_shelf_using_subcommand list" -l sort -d 'Order of the reader\'s list' -r -f -a "title	''
year	'By year'"
complete -c shelf -n "__fish_shelf_using_subcommand list" -s s -l shelf -d 'Only this shelf' -r -F -a "(shelf shelves)"
complete -c shelf -n "__fish_shelf_using_subcommand list" -l delete -d 'Delete what is listed'
`;
