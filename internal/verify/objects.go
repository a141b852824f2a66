package verify

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strconv"
	"sync"
)

// mostObjects bounds the bytes that Objects keeps in memory.
const mostObjects = 256 << 20

// Objects caches the compiled files of a program: the replay of a second violation, or of a violation of another
// function, need not compile them again. The zero value is empty. Objects is safe for concurrent use.
type Objects struct {
	Dir string // a folder of objects that several processes share; "": none

	mu   sync.Mutex
	made map[string]Object // by command of the compiler
	size int               // size of the code in made, in bytes
}

// Object is a compiled file.
type Object struct {
	Code []byte
	Said string // the compiler's messages
}

// Get returns the object that a command of the compiler makes; false if it is not known. A nil *Objects has no objects.
func (o *Objects) Get(command string) (Object, bool) {
	if o == nil {
		return Object{}, false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	x, ok := o.made[command]
	if !ok && o.Dir != "" {
		if x, ok = readObject(o.file(command)); ok {
			o.keep(command, x)
		}
	}
	return x, ok
}

// Put stores the object that a command has made: in memory, unless the objects there are too large already, and in Dir.
func (o *Objects) Put(command string, x Object) {
	if o == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.keep(command, x)
	if o.Dir != "" {
		writeObject(o.file(command), x)
	}
}

// keep stores an object in memory, up to mostObjects bytes. The caller holds o.mu.
func (o *Objects) keep(command string, x Object) {
	if o.made == nil {
		o.made = map[string]Object{}
	}
	if _, has := o.made[command]; !has && o.size+len(x.Code) <= mostObjects {
		o.made[command] = x
		o.size += len(x.Code)
	}
}

// file returns the path in Dir of the object of a command.
func (o *Objects) file(command string) string {
	sum := sha256.Sum256([]byte(command))
	return filepath.Join(o.Dir, hex.EncodeToString(sum[:]))
}

// readObject reads a file of writeObject: a line with the length of the compiler's messages, the messages, and the
// code.
func readObject(file string) (x Object, ok bool) {
	text, err := os.ReadFile(file)
	if err != nil {
		return x, false
	}
	line, rest, found := bytes.Cut(text, []byte("\n"))
	n, err := strconv.Atoi(string(line))
	if !found || err != nil || n < 0 || n > len(rest) {
		return x, false
	}
	return Object{Said: string(rest[:n]), Code: rest[n:]}, true
}

// writeObject writes an object to a file, completely or not at all. It ignores errors: a process that does not find the
// object compiles it again.
func writeObject(file string, x Object) {
	f, err := os.CreateTemp(filepath.Dir(file), "new-")
	if err != nil {
		return
	}
	_, err = f.WriteString(strconv.Itoa(len(x.Said)) + "\n" + x.Said)
	if err == nil {
		_, err = f.Write(x.Code)
	}
	if closed := f.Close(); err == nil && closed == nil && os.Rename(f.Name(), file) == nil {
		return
	}
	os.Remove(f.Name())
}
