package verify

import "sync"

// mostObjects bounds the bytes that Objects keeps.
const mostObjects = 256 << 20

// Objects keeps what a compiler made of the files of a program, so that a second violation, or that of another function, does not wait for
// the compiler again. The zero value is empty; goroutines may share it.
type Objects struct {
	mu   sync.Mutex
	made map[string]Object
	size int
}

// Object is a compiled file.
type Object struct {
	Code []byte
	Said string // by the compiler
}

// Get finds the object of a command.
func (o *Objects) Get(command string) (Object, bool) {
	if o == nil {
		return Object{}, false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	x, ok := o.made[command]
	return x, ok
}

// Put keeps an object, unless there is too much already.
func (o *Objects) Put(command string, x Object) {
	if o == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.made == nil {
		o.made = map[string]Object{}
	}
	if _, has := o.made[command]; !has && o.size+len(x.Code) <= mostObjects {
		o.made[command] = x
		o.size += len(x.Code)
	}
}
