// The client in VS Code: starts the haft that the project has installed, and nothing of its own.
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

const BIN = join('node_modules', 'haft', 'bin', 'haft.js');

let clients = [];

exports.activate = async () => {
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const installed = folders.filter(({ uri }) => existsSync(join(uri.fsPath, BIN)));
  if (installed.length === 0 && folders.length > 0) {
    window.showInformationMessage(
      'Haft is not installed in this folder. Run `npm install --save-dev haft`, then reload the window.',
    );
    return;
  }
  clients = installed.map((folder) => clientOf(folder));
  await Promise.all(clients.map((client) => client.start()));
};

exports.deactivate = () => Promise.all(clients.map((client) => client.stop()));

function clientOf(folder) {
  const root = folder.uri.fsPath;
  const settings = workspace.getConfiguration('haft', folder.uri);
  // The editor's own Node runs it, so that no other one has to be installed.
  const server = {
    command: process.execPath,
    args: [join(root, BIN), 'lsp'],
    options: { cwd: root, env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
  };
  return new LanguageClient('haft', 'Haft', server, {
    documentSelector: [{ scheme: 'file', language: 'yaml', pattern: `${root.replaceAll('\\', '/')}/**/*` }],
    workspaceFolder: folder,
    initializationOptions: { schema: settings.get('schema'), syntax: settings.get('syntax') },
  });
}
