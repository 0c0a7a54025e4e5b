/** "Issued on request under any name, to try software. It proves nothing about a person." */
export const SANDBOX_POLICY = '2.25.176401826350947218305569017263449188021';
