package csrc

import (
	"regexp"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// AsmText returns the template of an asm statement or the name in an asm declaration.
func AsmText(n *cc.Asm) string {
	s := n.Token3.SrcStr()
	if t, err := strconv.Unquote(s); err == nil {
		return t
	}
	return strings.Trim(s, "\"")
}

// IsBlankAsm reports whether a template has no instruction: it is empty or consists of comments.
func IsBlankAsm(text string) bool { return len(AsmInstructions(text)) == 0 }

// AsmInstructions returns the instructions of a template without comments.
func AsmInstructions(text string) (list []string) {
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		for _, s := range strings.Split(line, ";") {
			if s = strings.TrimSpace(s); s != "" {
				list = append(list, s)
			}
		}
	}
	return list
}

// idleAsm has the instructions that change no register that C sees, and no memory.
var idleAsm = map[string]bool{
	"nop": true, "pause": true, "rep nop": true, "mfence": true, "lfence": true, "sfence": true,
	"rep": true, // "rep; nop" has two parts; "rep" by itself has no operands
	"cld": true, "clc": true, "stc": true, "cmc": true, "rdtsc": true, "rdtscp": true, "cpuid": true,
	"cltd": true, "cdq": true, "cqto": true, "cwtl": true, "cltq": true, "lock": true,
}

// operandAsm has the instructions that change only their operands and flags, and do not trap. They may have a suffix b,
// w, l or q.
var operandAsm = map[string]bool{
	"mov": true, "add": true, "adc": true, "sub": true, "sbb": true, "and": true, "or": true, "xor": true, "not": true,
	"neg": true, "inc": true, "dec": true, "shl": true, "shr": true, "sal": true, "sar": true, "rol": true, "ror": true,
	"rcl": true, "rcr": true, "bswap": true, "xchg": true, "xadd": true, "cmpxchg": true, "imul": true, "mul": true,
	"cmp": true, "test": true, "bsf": true, "bsr": true, "popcnt": true, "lzcnt": true, "tzcnt": true,
	"sete": true, "setne": true, "setz": true, "setnz": true, "setc": true, "setnc": true, "seto": true, "setno": true,
	"sets": true, "setns": true, "seta": true, "setb": true, "setae": true, "setbe": true,
	"setl": true, "setg": true, "setle": true, "setge": true,
}

// asmOperandText matches an operand of the template, a number, or a register that holds no address of the stack. It
// matches no memory operand and no name.
var asmOperandText = regexp.MustCompile(`^(%[a-zA-Z]?[0-9]+|%[a-zA-Z]?\[\w+\]|%%[re]?[abcd]x|%%[abcd][lh]|%%[re]?[sd]i|%%r[0-9]+[dwb]?|\$-?\w+)$`)

// AsmWrites returns the operands that a template may write, as "0" or "[name]". The result plain is true if the
// template has no other effect than to set registers and, in an asm goto, to jump to one of its labels.
func AsmWrites(text string) (ops []string, plain bool) {
	for _, s := range AsmInstructions(text) {
		s = strings.Join(strings.Fields(strings.TrimPrefix(s, "lock ")), " ")
		if idleAsm[s] {
			continue
		}
		op, rest, _ := strings.Cut(s, " ")
		if strings.HasPrefix(op, "j") && AsmLabelText.MatchString(strings.TrimSpace(rest)) {
			continue
		}
		base := asmOp(op)
		if base == "" {
			return nil, false
		}
		args := strings.Split(rest, ",")
		for i, a := range args {
			a = strings.TrimSpace(a)
			if !asmOperandText.MatchString(a) {
				return nil, false
			}
			// AT&T syntax: the last operand is written.
			if m := asmOperandName.FindString(a); m != "" && (i == len(args)-1 || writesAll[base]) {
				ops = append(ops, m)
			}
		}
	}
	return ops, true
}

// asmJumpAway matches a call, a jump or a return; its fourth group is the target.
var asmJumpAway = regexp.MustCompile(`(^|\s)(l?call[wlq]?|l?jmp[wlq]?|ret[wlq]?|iret[wlq]?)(\s+(.*))?$`)

// AsmCallsElsewhere reports whether a template may continue at a computed address: by a call or a jump through a
// register or memory, or by a return to an address that was pushed. A template that names a function of the program is
// refused elsewhere.
func AsmCallsElsewhere(text string) bool {
	for _, s := range AsmInstructions(text) {
		if m := asmJumpAway.FindStringSubmatch(s); m != nil && (m[4] == "" || strings.ContainsAny(m[4], "*%(") &&
			!AsmLabelText.MatchString(m[4])) {
			return true
		}
	}
	return false
}

// asmOp returns the instruction op without its suffix, or "" if op is not in operandAsm.
func asmOp(op string) string {
	if operandAsm[op] {
		return op
	}
	if n := len(op) - 1; n > 0 && strings.Contains("bwlq", op[n:]) && operandAsm[op[:n]] {
		return op[:n]
	}
	return ""
}

// writesAll has the instructions of operandAsm that write other operands than the last.
var writesAll = map[string]bool{"xchg": true, "xadd": true, "cmpxchg": true}

var (
	AsmLabelText   = regexp.MustCompile(`^%l([0-9]+|\[\w+\])$`)
	asmOperandName = regexp.MustCompile(`[0-9]+$|\[\w+\]$`)
)

// AsmTouchesMemory reports whether an asm with outputs and this text can access other memory than its operands. gcc
// demands the clobber "memory" then, but also compiles the statement without it.
func AsmTouchesMemory(text string) bool {
	if strings.ContainsAny(text, "([") {
		return true
	}
	for _, s := range AsmInstructions(text) {
		if op, _, _ := strings.Cut(strings.ReplaceAll(s, "\t", " "), " "); !idleAsm[s] && asmOp(op) == "" {
			return true
		}
	}
	return false
}

// AsmWord matches a name or an instruction in a template.
var AsmWord = regexp.MustCompile(`[A-Za-z_.$][\w.$]*`)
