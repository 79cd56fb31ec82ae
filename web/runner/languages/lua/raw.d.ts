declare module '*.lua?raw' {
  const text: string;
  export default text;
}
