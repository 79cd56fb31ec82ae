import server from 'react-dom/server';

/** React's rendering to HTML. */
export const modules = () => ({ 'react-dom/server': server });
