declare module '*.php?raw' {
  const text: string;
  export default text;
}
