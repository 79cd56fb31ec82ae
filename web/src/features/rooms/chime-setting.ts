import { useState } from 'react';
import { readStored, writeStored } from '../../shared/device/stored-text.ts';

/** Local storage key: 'off' if arrivals are silent on this device. */
const CHIME_KEY = 'arrival-chime';

/** Returns whether arrivals play a sound on this device. */
export const isChimeOn = () => readStored(CHIME_KEY) !== 'off';

/** Returns whether arrivals play a sound on this device, and the function that toggles it. */
export function useChimeSetting(): [isOn: boolean, toggle: () => void] {
  const [isOn, setOn] = useState(isChimeOn);
  const toggle = () => {
    writeStored(CHIME_KEY, isOn ? 'off' : 'on');
    setOn(!isOn);
  };
  return [isOn, toggle];
}
