import * as dom from 'react-dom';
import * as client from 'react-dom/client';

/** React's drawing into pages. */
export const modules = () => ({ 'react-dom': dom, 'react-dom/client': client });
