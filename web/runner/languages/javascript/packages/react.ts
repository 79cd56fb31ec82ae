import React from 'react';
import jsxRuntime from 'react/jsx-runtime';

/** React without a page. */
export const modules = () => ({ react: React, 'react/jsx-runtime': jsxRuntime, 'react/jsx-dev-runtime': jsxRuntime });
