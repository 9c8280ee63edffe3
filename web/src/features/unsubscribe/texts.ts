export const texts = { turnOff: 'Turn off' };
