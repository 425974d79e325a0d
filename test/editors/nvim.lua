-- What Neovim shows of a project with `haft lsp`: prints one line for each thing that a test asks for.
local root, node, bin = vim.env.HAFT_ROOT, vim.env.HAFT_NODE, vim.env.HAFT_BIN
local function say(name, value) io.stdout:write(name .. '=' .. vim.fn.json_encode(value) .. '\n') end
local function start(name, cmd, options)
  local client = vim.lsp.start_client({ name = name, cmd = cmd, root_dir = root, init_options = options.init, settings = options.settings or {} })
  vim.wait(60000, function() local c = vim.lsp.get_client_by_id(client); return c and c.initialized end, 20)
  return client
end

vim.cmd('edit ' .. vim.fn.fnameescape(root .. '/specs/books.yaml'))
vim.bo.filetype = 'yaml'
local buffer = vim.api.nvim_get_current_buf()
local haft = start('haft', { node, bin, 'lsp' }, { init = { syntax = vim.env.HAFT_SCHEMA and 'theirs' or 'ours', schema = vim.env.HAFT_SCHEMA_OF } })
vim.lsp.buf_attach_client(buffer, haft)
local yaml
if vim.env.HAFT_SCHEMA then
  local schemas = {}
  schemas[vim.env.HAFT_SCHEMA] = '*.yaml'
  yaml = start('yaml', { node, vim.env.YAML_SERVER, '--stdio' }, { settings = { yaml = { schemas = vim.env.WITH_SCHEMA and schemas or {}, schemaStore = { enable = false } } } })
  vim.lsp.buf_attach_client(buffer, yaml)
end

local function ask(client, method, params)
  local found
  vim.lsp.get_client_by_id(client).request(method, params, function(err, result) found = { err = err, result = result } end, buffer)
  vim.wait(60000, function() return found ~= nil end, 10)
  return found or {}
end
local function place(pattern, shift)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  vim.fn.search(pattern, 'c')
  local at = vim.api.nvim_win_get_cursor(0)
  return { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = at[1] - 1, character = at[2] + shift } }
end
local function labels(client, params)
  local result = ask(client, 'textDocument/completion', params).result
  local items = result and (result.items or result) or {}
  return vim.tbl_map(function(one) return one.label end, items)
end

-- A mistake is typed.
local line = vim.fn.search('effects: read', 'nw')
vim.api.nvim_buf_set_lines(buffer, line - 1, line, false, { '    effects: reed' })
vim.wait(60000, function() return #vim.diagnostic.get(buffer) > 0 end, 20)
if yaml then vim.wait(3000, function() return #vim.diagnostic.get(buffer) > 1 end, 20) end
say('codes', vim.tbl_map(function(one) return (one.source or '?') .. ' ' .. tostring(one.code or one.user_data and one.user_data.lsp and one.user_data.lsp.code) end, vim.diagnostic.get(buffer)))
local at = place('reed', 0)
local actions = ask(haft, 'textDocument/codeAction', { textDocument = at.textDocument, range = { start = at.position, ['end'] = at.position }, context = { diagnostics = {} } }).result or {}
say('actions', vim.tbl_map(function(one) return one.title end, actions))
if actions[1] then vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16') end
vim.wait(60000, function() return #vim.diagnostic.get(buffer) == 0 end, 20)
say('left', #vim.diagnostic.get(buffer))
say('line', vim.api.nvim_buf_get_lines(buffer, line - 1, line, false)[1])
say('values', labels(haft, place('effects: read', 9)))
local hover = ask(haft, 'textDocument/hover', place('use: get_book', 6)).result
say('hover', hover and hover.contents.value or '')
say('symbols', #(ask(haft, 'textDocument/documentSymbol', at).result or {}))
local rename = vim.tbl_extend('force', place('use: get_book', 6), { newName = 'get_volume' })
local edit = ask(haft, 'textDocument/rename', rename).result
if edit then vim.lsp.util.apply_workspace_edit(edit, 'utf-16') end
vim.cmd('silent wall')
vim.wait(60000, function() return #vim.diagnostic.get(nil) == 0 end, 20)
say('afterRename', #vim.diagnostic.get(nil))
if yaml then
  -- What either server says at a place, and of a mistake that is typed and taken back.
  local function text(hover) return hover and hover.contents and (hover.contents.value or hover.contents) or '' end
  for name, at in pairs({ key = { '    effects: read', 5 }, value = { 'effects: read', 9 }, tool = { 'use: get_', 5 }, connection = { 'connection: library', 12 }, blank = { '    effects: read', 4 } }) do
    local found = place(at[1], at[2])
    say('at_' .. name, {
      haft = { hover = text(ask(haft, 'textDocument/hover', found).result), labels = labels(haft, found) },
      yaml = { hover = text(ask(yaml, 'textDocument/hover', found).result), labels = labels(yaml, found) },
    })
  end
  for name, edit in pairs({ value = { 'effects: read', 'effects: reed' }, key = { 'effects: read', 'efects: read' }, name = { 'use: get_volume', 'use: get_volum' }, type = { 'transports: [stdio]', 'transports: stdio' }, syntax = { 'title: Books', 'title: "Books' } }) do
    local before = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
    local number = vim.fn.search('\\V' .. edit[1], 'nw')
    vim.api.nvim_buf_set_lines(buffer, number - 1, number, false, { (before[number]:gsub(vim.pesc(edit[1]), edit[2])) })
    vim.wait(60000, function() return #vim.diagnostic.get(buffer) > 0 end, 20)
    -- A finding that is not shown has no event: the other server is waited for as long as it waits for letters, many times.
    vim.wait(2000, function() return false end, 50)
    local here = vim.tbl_filter(function(one) return one.lnum == number - 1 end, vim.diagnostic.get(buffer))
    say('mistake_' .. name, vim.tbl_map(function(one) return one.source or '?' end, here))
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, before)
    vim.wait(60000, function() return #vim.diagnostic.get(buffer) == 0 end, 20)
  end
end
vim.cmd('qall!')
