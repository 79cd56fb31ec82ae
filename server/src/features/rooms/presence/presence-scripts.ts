// A value is "since|seen|participant", both times in Redis's milliseconds.
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

// KEYS: room; ARGV: field, prefix of the participant's fields, participant, expiry. Returns 1 if the participant is
// new.
export const ENTER = `${NOW}
local fresh = 1
local since = now
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, #ARGV[2]) == ARGV[2] then
    local value = redis.call('HGET', KEYS[1], field)
    local first, seen = string.match(value, '^(%d+)|(%d+)|')
    if now - tonumber(seen) < tonumber(ARGV[4]) then
      fresh = 0
      since = math.min(since, tonumber(first))
    end
  end
end
redis.call('HSET', KEYS[1], ARGV[1], since .. '|' .. now .. '|' .. ARGV[3])
redis.call('PEXPIRE', KEYS[1], 60000)
return fresh
`;

// KEYS: room; ARGV: field, prefix of the participant's fields. Returns 1 if the participant has no other entry.
export const REMOVE = `
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then return 0 end
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, #ARGV[2]) == ARGV[2] then return 0 end
end
return 1
`;

// KEYS: room; ARGV: expiry, then field and participant of each entry to refresh. Returns the participants whose last
// entry expired, and those with a refreshed entry that was missing.
export const REFRESH = `${NOW}
local missing = {}
for i = 2, #ARGV, 2 do
  local value = redis.call('HGET', KEYS[1], ARGV[i])
  if not value then missing[#missing + 1] = ARGV[i + 1] end
  local since = value and string.match(value, '^(%d+)|') or now
  redis.call('HSET', KEYS[1], ARGV[i], since .. '|' .. now .. '|' .. ARGV[i + 1])
end
redis.call('PEXPIRE', KEYS[1], 60000)
local present, expired = {}, {}
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  local id = string.match(all[i], '^([^/]+)/')
  local seen, participant = string.match(all[i + 1], '^%d+|(%d+)|(.*)$')
  if now - tonumber(seen) < tonumber(ARGV[1]) then
    present[id] = true
  else
    redis.call('HDEL', KEYS[1], all[i])
    expired[id] = participant
  end
end
local gone = {}
for id, participant in pairs(expired) do
  if not present[id] then gone[#gone + 1] = participant end
end
return { gone, missing }
`;
