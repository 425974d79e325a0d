/** What Windows does not have: named pipes, `/dev/full`, a shell with these words, folders that go while a file is made in them. */
export const ON_WINDOWS: boolean = process.platform === 'win32';
