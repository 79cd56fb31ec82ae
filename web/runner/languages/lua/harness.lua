local write, input, position, exceeded = _write, _stdin, 1, _exceeded
local source, entry, fail, exit, halt = _source, _entry, _fail, _exit, _halt
_write, _stdin, _exceeded, _source, _entry, _fail, _exit, _halt = nil, nil, nil, nil, nil, nil, nil, nil

local function put(stream, ...)
  for index = 1, select('#', ...) do
    write(stream, tostring((select(index, ...))))
  end
end

local function ended()
  if position > #input then
    exceeded()
    return true
  end
  return false
end

local function take(pattern)
  local from, to, found = string.find(input, pattern, position)
  if from == nil then return nil end
  position = to + 1
  return found
end

-- The forms of a number; an exponent belongs to it only if it has digits.
local NUMBERS = {
  '^%s*([%+%-]?0[xX]%x*%.?%x*[pP][%+%-]?%d+)',
  '^%s*([%+%-]?0[xX]%x*%.?%x*)',
  '^%s*([%+%-]?%d*%.?%d*[eE][%+%-]?%d+)',
  '^%s*([%+%-]?%d*%.?%d*)',
}

local function number()
  for _, form in ipairs(NUMBERS) do
    if tonumber(string.match(input, form, position)) then return tonumber(take(form)) end
  end
  return nil
end

local function read(format)
  -- Of a format like "*number" only the first letter counts.
  format = type(format) == 'string' and string.match(format, '^%*?(.)') or format or 'l'
  if format == 'a' then
    local rest = string.sub(input, position)
    if rest == '' then exceeded() end
    position = #input + 1
    return rest
  end
  if ended() then return nil end
  if format == 'n' then return number() end
  if type(format) == 'number' then
    local text = string.sub(input, position, position + format - 1)
    position = position + #text
    return text
  end
  local line = take('^([^\n]*\n?)')
  return format == 'L' and line or string.gsub(line, '\r?\n$', '', 1)
end

local function reads(...)
  if select('#', ...) == 0 then return (read('l')) end
  local results = {}
  for index = 1, select('#', ...) do
    results[index] = (read((select(index, ...))))
  end
  return table.unpack(results, 1, select('#', ...))
end

local function file(stream)
  local methods = {}
  function methods.write(self, ...) put(stream, ...) return self end
  function methods.read(_, ...) return reads(...) end
  function methods.lines(_, format) return function() return (read(format)) end end
  function methods.flush(self) return self end
  function methods.setvbuf() return true end
  function methods.close() return true end
  return methods
end

io.stdin, io.stdout, io.stderr = file('in'), file('out'), file('err')
function io.write(...) put('out', ...) return io.stdout end
function io.read(...) return reads(...) end
local open, lines = io.open, io.lines
function io.lines(name, ...)
  if name ~= nil then return lines(name, ...) end
  local format = ...
  return function() return (read(format)) end
end
function io.open(name, mode)
  if mode ~= nil and string.find(mode, '[wa+]') then return nil, tostring(name) .. ': programs write no files here' end
  return open(name)
end
function os.exit(code)
  if type(code) == 'boolean' then code = code and 0 or 1 end
  local status = code == nil and 0 or math.tointeger(code)
  if status == nil then error("bad argument #1 to 'exit' (integer expected)", 2) end
  exit(status)
  halt()
end

function print(...)
  local shown = table.pack(...)
  for index = 1, shown.n do
    shown[index] = tostring(shown[index])
  end
  write('out', table.concat(shown, '\t') .. '\n')
end

local chunk, problem = load(source, '@' .. entry, 't')
if chunk == nil then
  fail(problem, problem)
  return
end
local trace
local isOk, thrown = xpcall(chunk, function(reason)
  trace = debug.traceback(type(reason) == 'string' and reason or tostring(reason), 2)
  return reason
end)
if isOk then
  exit(0)
else
  fail(tostring(thrown), trace)
end
