declare module '*.rb?raw' {
  const text: string;
  export default text;
}
