import ICAL from 'ical.js';
import type { Attachment } from 'postal-mime';
import type { Received } from './mailbox.ts';

/** Returns the result of a strict reader for an iCalendar text with one event. Throws if the text breaks RFC 5545. */
export function readCalendar(text: string) {
  const [event, ...others] = readEvents(text);
  if (!event || others.length > 0) throw new Error('The calendar has not one event.');
  return event;
}

/** Returns the result of a strict reader for each event of an iCalendar text. Throws if the text breaks RFC 5545. */
export function readEvents(text: string) {
  if (!text.endsWith('\r\n')) throw new Error('The last line does not end.');
  for (const line of text.split('\r\n'))
    if (Buffer.byteLength(line) > 75) throw new Error(`A line has more than 75 octets: ${line}`);
  if (/[^\r]\n/.test(text)) throw new Error('A line ends without CR.');
  ICAL.design.strict = true;
  const calendar = new ICAL.Component(ICAL.parse(text));
  const method = String(calendar.getFirstPropertyValue('method'));
  return calendar.getAllSubcomponents('vevent').map((component) => ({ method, ...readEvent(component) }));
}

function readEvent(component: ICAL.Component) {
  const value = (name: string) => component.getFirstPropertyValue(name)?.toString() ?? null;
  const time = (name: string) => {
    const moment = component.getFirstPropertyValue(name);
    if (!(moment instanceof ICAL.Time) || moment.zone !== ICAL.Timezone.utcTimezone)
      throw new Error(`${name}: not UTC`);
    return moment.toJSDate().toISOString();
  };
  const person = (name: string) => {
    const property = component.getFirstProperty(name);
    return property && { name: property.getFirstParameter('cn'), address: String(property.getFirstValue()) };
  };
  return {
    uid: value('uid'),
    sequence: Number(value('sequence')),
    start: time('dtstart'),
    end: time('dtend'),
    stamp: time('dtstamp'),
    modified: time('last-modified'),
    status: value('status'),
    title: value('summary'),
    description: value('description'),
    location: value('location'),
    organizer: person('organizer'),
    attendee: person('attendee'),
  };
}

/** Returns the calendar of an e-mail, which it carries as a part beside the text and as a file. */
export function calendarOf({ parts, raw }: Received) {
  const read = ({ content }: Attachment) => (typeof content === 'string' ? content : new TextDecoder().decode(content));
  const [part, file] = ['text/calendar', 'application/ics'].map((type) =>
    parts.attachments.find(({ mimeType }) => mimeType === type),
  );
  // Exactly as sent, because the mail program's own reading has other line ends.
  const sent = /^Content-Type: application\/ics[^]*?base64\r\n\r\n([\w+/=\r\n]+)/m.exec(raw)?.[1] ?? '';
  const text = Buffer.from(sent, 'base64').toString('utf8');
  const plain = text.replaceAll('\r\n', '\n');
  for (const one of [part, file])
    if (!one || read(one).replaceAll('\r\n', '\n') !== plain) throw new Error('The part and the file differ.');
  const partMethod = /^Content-Type: text\/calendar; charset=utf-8; method=(\w+)/im.exec(raw)?.[1];
  return { ...readCalendar(text), partMethod, fileName: file?.filename };
}
