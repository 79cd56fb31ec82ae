import { useState } from 'react';

/** In local storage: 'off' once this person has silenced arrivals on this device. */
const CHIME_KEY = 'arrival-chime';

/** Whether arrivals are heard on this device, and the way to change it. */
export function useChimeSetting(): [isOn: boolean, toggle: () => void] {
  const [isOn, setOn] = useState(() => localStorage.getItem(CHIME_KEY) !== 'off');
  const toggle = () => {
    localStorage.setItem(CHIME_KEY, isOn ? 'off' : 'on');
    setOn(!isOn);
  };
  return [isOn, toggle];
}
